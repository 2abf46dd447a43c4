import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { invalidateAll } from './invalidate-all.ts';

/** A list on a slow connection; each response has the rows at the time of its request. */
function watchList(initial?: string[]) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const answers: (() => void)[] = [];
  let rows = ['one'];
  const observer = new QueryObserver(client, {
    queryKey: ['list', 1],
    ...(initial && { initialData: initial, initialDataUpdatedAt: 0 }),
    queryFn: () => {
      const current = rows;
      return new Promise<string[]>((resolve) => answers.push(() => resolve(current)));
    },
  });
  observer.subscribe(() => undefined);
  return {
    client,
    answers,
    add: (row: string) => {
      rows = [...rows, row];
    },
    shown: () => observer.getCurrentResult().data,
  };
}

test('a change before the first response causes a refetch', async () => {
  const { client, answers, add, shown } = watchList();
  add('two');
  invalidateAll(client, ['list']);
  answers[0]?.();
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.();
  await vi.waitFor(() => expect(shown()).toEqual(['one', 'two']));
});

test('a query in progress is not restarted, but refetched once at its end, after any number of changes', async () => {
  const { client, answers, add, shown } = watchList(['on']);
  add('two');
  invalidateAll(client, ['list']);
  add('three');
  invalidateAll(client, ['list']);
  expect(answers).toHaveLength(1);
  answers[0]?.();
  await vi.waitFor(() => expect(shown()).toEqual(['one']));
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.();
  await vi.waitFor(() => expect(shown()).toEqual(['one', 'two', 'three']));
  expect(answers).toHaveLength(2);
});
