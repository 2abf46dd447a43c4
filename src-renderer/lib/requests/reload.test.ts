import { expect, test, vi } from 'vitest';
import { reloadForNewRelease } from './reload.ts';

test('the reload waits until every script was requested again, even if one fails; only a user repeats it within ten seconds', async () => {
  const reload = vi.fn();
  const stored = new Map<string, string>();
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('window', { location: { href: '/home', reload } });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
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
  expect(stored).toHaveProperty('size', 0);
  slow.resolve(new Response());
  await reloading;
  expect(reload).toHaveBeenCalledOnce();
  await reloadForNewRelease();
  expect(reload).toHaveBeenCalledOnce();
  await reloadForNewRelease({ isRequested: true });
  expect(reload).toHaveBeenCalledTimes(2);
});
