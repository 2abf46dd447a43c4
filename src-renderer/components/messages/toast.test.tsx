import { expect, test, vi } from 'vitest';
import { loadToaster } from './toast.ts';

test('the toaster is not imported offline, where a failure would lose all later messages', async () => {
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await expect(loadToaster()).rejects.toThrow('offline');
  isOnline.mockReturnValue(true);
  await expect(loadToaster()).resolves.toHaveProperty('showToast');
  isOnline.mockReturnValue(false);
  await expect(loadToaster(), 'once it is loaded').resolves.toHaveProperty('showToast');
});
