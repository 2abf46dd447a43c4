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
function ask(name: string): () => void {
  const { promise, resolve } = Promise.withResolvers<string>();
  void client.prefetchQuery({ queryKey: [name], queryFn: () => promise });
  return () => resolve('here');
}

async function isQuiet(quiet: Promise<void>): Promise<boolean> {
  await vi.advanceTimersByTimeAsync(0);
  return Promise.race([quiet.then(() => true), Promise.resolve(false).then(() => false)]);
}

test('resolves at once without requests, and otherwise when all have finished', async () => {
  expect(await isQuiet(whenIdle(client))).toBe(true);
  const [answerList, answerHearts] = [ask('list'), ask('hearts')];
  const quiet = whenIdle(client);
  answerHearts();
  expect(await isQuiet(quiet)).toBe(false);
  answerList();
  expect(await isQuiet(quiet)).toBe(true);
});

test('waits at most ten seconds for a hanging request', async () => {
  ask('list');
  const quiet = whenIdle(client);
  await vi.advanceTimersByTimeAsync(9_900);
  expect(await isQuiet(quiet)).toBe(false);
  await vi.advanceTimersByTimeAsync(200);
  expect(await isQuiet(quiet)).toBe(true);
});
