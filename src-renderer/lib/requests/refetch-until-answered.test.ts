import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isUnanswered, refetchUntilAnswered } from './refetch-until-answered.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** An observed list whose responses the test controls. */
function watchList(respond: (signal: AbortSignal) => Promise<string[]>) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const requests: AbortSignal[] = [];
  const queryKey = ['list'];
  client.setQueryData(queryKey, ['old']);
  const observer = new QueryObserver(client, {
    queryKey,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => {
      requests.push(signal);
      return respond(signal);
    },
  });
  observer.subscribe(() => undefined);
  return { client, queryKey, requests, shown: () => observer.getCurrentResult().data };
}

test('retries after a hanging request, until the server answers, and then stops', async () => {
  let isBack = false;
  const { client, queryKey, requests, shown } = watchList(() =>
    isBack ? Promise.resolve(['new']) : new Promise(() => {}),
  );
  refetchUntilAnswered(client, queryKey);
  refetchUntilAnswered(client, queryKey);
  await vi.advanceTimersByTimeAsync(25_000);
  expect(requests.map(({ aborted }) => aborted)).toEqual([true, true, false]);
  expect(shown()).toEqual(['old']);
  isBack = true;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(shown()).toEqual(['new']);
  expect(requests).toHaveLength(4);
});

test('a refusal counts as an answer', async () => {
  const refusal = Object.assign(new Error('not yours'), { code: '42501' });
  const { client, queryKey, requests } = watchList(() => Promise.reject(refusal));
  refetchUntilAnswered(client, queryKey);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(requests).toHaveLength(1);
});

test('retries wait for a pending mutation, so that older data does not overwrite it', async () => {
  const { client, queryKey, requests } = watchList(() =>
    Promise.reject(new TypeError('no connection')),
  );
  refetchUntilAnswered(client, queryKey);
  const write = Promise.withResolvers<void>();
  const written = client
    .getMutationCache()
    .build(client, { mutationFn: () => write.promise })
    .execute(undefined);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(requests).toHaveLength(1);
  write.resolve();
  await written;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(requests).toHaveLength(2);
});

test('an error without a code means that the server did not answer', () => {
  expect(isUnanswered(new TypeError('Failed to fetch'))).toBe(true);
  expect(isUnanswered({ code: '', message: 'AbortError' })).toBe(true);
  expect(isUnanswered({ code: '23505' })).toBe(false);
});
