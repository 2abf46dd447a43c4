import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isUnanswered, refetchUntilAnswered } from './refetch-until-answered.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** An observed list over a connection that the test controls. */
function watchList(line: (signal: AbortSignal) => Promise<string[]>) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const asked: AbortSignal[] = [];
  const queryKey = ['list'];
  client.setQueryData(queryKey, ['as before']);
  const observer = new QueryObserver(client, {
    queryKey,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => {
      asked.push(signal);
      return line(signal);
    },
  });
  observer.subscribe(() => undefined);
  return { client, queryKey, asked, shown: () => observer.getCurrentResult().data };
}

test('retries after a hanging request, until the server answers, and then stops', async () => {
  let isBack = false;
  const { client, queryKey, asked, shown } = watchList(() =>
    isBack ? Promise.resolve(['as it is']) : new Promise(() => {}),
  );
  refetchUntilAnswered(client, queryKey);
  refetchUntilAnswered(client, queryKey);
  await vi.advanceTimersByTimeAsync(25_000);
  expect(asked.map(({ aborted }) => aborted)).toEqual([true, true, false]);
  expect(shown()).toEqual(['as before']);
  isBack = true;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(shown()).toEqual(['as it is']);
  expect(asked).toHaveLength(4);
});

test('a refusal counts as an answer', async () => {
  const refusal = Object.assign(new Error('not yours'), { code: '42501' });
  const { client, queryKey, asked } = watchList(() => Promise.reject(refusal));
  refetchUntilAnswered(client, queryKey);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(1);
});

test('retries wait for a pending mutation, so that older data does not overwrite it', async () => {
  const { client, queryKey, asked } = watchList(() => Promise.reject(new TypeError('no line')));
  refetchUntilAnswered(client, queryKey);
  const press = Promise.withResolvers<void>();
  const pressed = client
    .getMutationCache()
    .build(client, { mutationFn: () => press.promise })
    .execute(undefined);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(asked).toHaveLength(1);
  press.resolve();
  await pressed;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toHaveLength(2);
});

test('an error without a code means that the server did not answer', () => {
  expect(isUnanswered(new TypeError('Failed to fetch'))).toBe(true);
  expect(isUnanswered({ code: '', message: 'AbortError' })).toBe(true);
  expect(isUnanswered({ code: '23505' })).toBe(false);
});
