import { beforeEach, expect, test, vi } from 'vitest';
import { limitWrites } from './limit-writes.ts';

const ADDRESS = 'http://app.test/rest/v1/favorites';

/** A connection that never responds: a request ends only by its signal. */
const hangingConnection = () => {
  const sent: RequestInit[] = [];
  const send: typeof fetch = (_input, init = {}) => {
    sent.push(init);
    return new Promise((_resolve, reject) => {
      init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
    });
  };
  return { sent, fetch: limitWrites(send) };
};

beforeEach(() => void vi.useFakeTimers());

test('a small write without a response is aborted after twelve seconds', async () => {
  const { sent, fetch } = hangingConnection();
  const failed = vi.fn();
  const written = fetch(ADDRESS, { method: 'POST', body: '{}' }).catch(failed);
  await vi.advanceTimersByTimeAsync(11_999);
  expect(failed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await written;
  expect(failed).toHaveBeenCalledOnce();
  expect(sent[0]?.signal?.aborted).toBe(true);
});

test('a write that waits for the session is aborted too, and not sent afterwards', async () => {
  const session = Promise.withResolvers<void>();
  const sent = vi.fn();
  const fetch = limitWrites(async (_input, init) => {
    await session.promise;
    init?.signal?.throwIfAborted();
    sent();
    return new Response();
  });
  const written = expect(fetch(ADDRESS, { method: 'DELETE' })).rejects.toThrow('in time');
  await vi.advanceTimersByTimeAsync(12_000);
  await written;
  session.resolve();
  await vi.runAllTimersAsync();
  expect(sent).not.toHaveBeenCalled();
});

test.each([
  ['a read', {}],
  ['a large write', { method: 'PATCH', body: 'x'.repeat(20_000) }],
  ['a file', { method: 'PUT', body: new Blob(['x']) }],
])('%s may take as long as the network needs', async (_what, init) => {
  const { fetch } = hangingConnection();
  const failed = vi.fn();
  void fetch(ADDRESS, init).catch(failed);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(failed).not.toHaveBeenCalled();
});
