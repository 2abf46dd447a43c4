import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { whenIdle } from './when-idle.ts';

let client: QueryClient;
beforeEach(() => {
  vi.useFakeTimers();
  client = new QueryClient();
});
afterEach(() => {
  client.clear();
  vi.useRealTimers();
});

/** Starts a request; call the returned function to resolve it. */
function request(name: string): () => void {
  const { promise, resolve } = Promise.withResolvers<string>();
  void client.prefetchQuery({ queryKey: [name], queryFn: () => promise });
  return () => resolve('here');
}

async function isResolved(idle: Promise<void>): Promise<boolean> {
  await vi.advanceTimersByTimeAsync(0);
  return Promise.race([idle.then(() => true), Promise.resolve(false).then(() => false)]);
}

test('resolves at once without requests, and otherwise when all have finished', async () => {
  expect(await isResolved(whenIdle(client))).toBe(true);
  const [answerList, answerHearts] = [request('list'), request('hearts')];
  const idle = whenIdle(client);
  answerHearts();
  expect(await isResolved(idle)).toBe(false);
  answerList();
  expect(await isResolved(idle)).toBe(true);
});

test('waits at most ten seconds for a hanging request', async () => {
  request('list');
  const idle = whenIdle(client);
  await vi.advanceTimersByTimeAsync(9_900);
  expect(await isResolved(idle)).toBe(false);
  await vi.advanceTimersByTimeAsync(200);
  expect(await isResolved(idle)).toBe(true);
});
