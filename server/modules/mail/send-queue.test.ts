import { expect, test } from 'vitest';
import { createSendQueue } from './send-queue.ts';

function createQueue(failures: unknown[], waits = [1, 1]) {
  const log: string[] = [];
  const queue = createSendQueue<string>({
    waits,
    deliver: async (mail) => {
      const failure = failures.shift();
      if (failure) throw failure;
      log.push(`sent ${mail}`);
    },
    onRetry: (mail) => log.push(`again ${mail}`),
    onGiveUp: (mail) => void log.push(`given up ${mail}`),
    onLeave: (mail) => void log.push(`left ${mail}`),
  });
  return { queue, log };
}

test('a mail server that is away for a moment gets the mail later', async () => {
  const { queue, log } = createQueue([new Error('away'), new Error('away')]);
  queue.add('letter');
  await queue.settle();
  expect(log).toEqual(['again letter', 'again letter', 'sent letter']);
});

test('after the last try it is given up, and said so', async () => {
  const { queue, log } = createQueue(Array(3).fill(new Error('away')));
  queue.add('letter');
  await queue.settle();
  expect(log).toEqual(['again letter', 'again letter', 'given up letter']);
});

test('a final no is not asked again', async () => {
  const { queue, log } = createQueue([Object.assign(new Error('no'), { responseCode: 550 })]);
  queue.add('letter');
  await queue.settle();
  expect(log).toEqual(['given up letter']);
});

test('closing does not wait for the next try, and gives nothing up', async () => {
  const { queue, log } = createQueue([new Error('away'), new Error('away')], [60_000]);
  queue.add('letter');
  await new Promise(setImmediate);
  await queue.close();
  expect(log).toEqual(['again letter', 'left letter']);
});
