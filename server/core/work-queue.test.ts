import { expect, test } from 'vitest';
import { createWorkQueue, QueueFullError } from './work-queue.ts';

test('so many at once, so many waiting, in order; one more is told so', async () => {
  const queue = createWorkQueue({ concurrency: 2, capacity: 2 });
  const started: number[] = [];
  const gates = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  const tasks = gates.map((gate, index) =>
    queue.run(async () => {
      started.push(index);
      await gate.promise;
      return index;
    }),
  );
  await expect(queue.run(async () => 4)).rejects.toBeInstanceOf(QueueFullError);
  expect(started).toEqual([0, 1]);
  gates[1]?.resolve();
  await tasks[1];
  await new Promise(setImmediate);
  expect(started).toEqual([0, 1, 2]);
  for (const gate of gates) gate.resolve();
  expect(await Promise.all(tasks)).toEqual([0, 1, 2, 3]);
});

test('work that fails frees its place', async () => {
  const queue = createWorkQueue({ concurrency: 1, capacity: 0 });
  await expect(
    queue.run(async () => {
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  expect(await queue.run(async () => 'next')).toBe('next');
});
