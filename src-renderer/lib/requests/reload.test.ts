import { expect, test, vi } from 'vitest';
import { reloadForNewRelease } from './reload.ts';

test('the reload waits until every script was requested again, even if one fails', async () => {
  const reload = vi.fn();
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('window', { location: { href: '/home', reload } });
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => {} });
  vi.stubGlobal('document', {
    querySelectorAll: () => [{ href: '/cut.js' }, { href: '/slow.js' }],
  });
  const slow = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', async (address: string) => {
    if (address === '/cut.js') throw new TypeError('Load failed');
    return address === '/slow.js' ? slow.promise : new Response();
  });
  const reloading = reloadForNewRelease();
  await new Promise((resolve) => setTimeout(resolve));
  expect(reload).not.toHaveBeenCalled();
  slow.resolve(new Response());
  await reloading;
  expect(reload).toHaveBeenCalledOnce();
});
