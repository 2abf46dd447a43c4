import { expect, test, vi } from 'vitest';
import { uploadAvatar } from './upload-avatar.ts';

test('an upload without a response fails after two minutes', async () => {
  const timeout = new AbortController();
  const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal);
  const sent = Promise.withResolvers<void>();
  vi.stubGlobal('fetch', (_input: unknown, { signal }: RequestInit = {}) => {
    sent.resolve();
    return new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
  });
  const uploaded = expect(uploadAvatar(new File(['x'], 'me.png'))).rejects.toThrow(
    'The picture was not uploaded. Please try again.',
  );
  await sent.promise;
  timeout.abort();
  await uploaded;
  expect(limit).toHaveBeenCalledExactlyOnceWith(120_000);
});
