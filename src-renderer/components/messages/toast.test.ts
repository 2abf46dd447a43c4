import { expect, test, vi } from 'vitest';
import { loadToaster } from './toast.ts';

test('the toaster is not imported offline, where a failure would lose all later messages', async () => {
  const navigator = { onLine: false };
  vi.stubGlobal('navigator', navigator);
  vi.stubGlobal('window', {});
  await expect(loadToaster()).rejects.toThrow('offline');
  navigator.onLine = true;
  await expect(loadToaster()).resolves.toHaveProperty('showToast');
  navigator.onLine = false;
  await expect(loadToaster(), 'once it is loaded').resolves.toHaveProperty('showToast');
});
