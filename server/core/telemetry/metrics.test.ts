import { expect, test } from 'vitest';
import { createMetrics } from './metrics.ts';

test('a shared gauge is omitted while it cannot be read, with or without a label', async () => {
  const metrics = createMetrics();
  let isReachable = true;
  const read = <Value>(value: Value): Value => {
    if (!isReachable) throw new Error('unreachable');
    return value;
  };
  metrics.addShared({ name: 'plain', help: 'A number.' }, () => read(1));
  metrics.addShared({ name: 'by_state', help: 'Numbers.', label: 'state' }, () =>
    read([['waiting', 2] as const]),
  );
  const values = async () => (await metrics.render()).match(/^(plain|by_state).*/gm);
  expect(await values()).toEqual(['plain 1', 'by_state{state="waiting"} 2']);
  isReachable = false;
  expect(await values()).toBeNull();
});
