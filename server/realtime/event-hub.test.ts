import { expect, onTestFinished, test, vi } from 'vitest';
import { HEARTBEAT_MS } from '#contract/constants/limits.ts';
import { createLogger } from '#server/core/telemetry/logger.ts';
import type { ChangeTable } from './change-table.ts';
import { EventHub } from './event-hub.ts';
import { Subscriber } from './subscriber.ts';

const TABLE: ChangeTable = {
  name: 'audio_content',
  columns: [],
  isSharedByRole: true,
  canSee: () => true,
  render: (row) => row,
  version: () => 1,
};

let turns = 0;
const turnsOfWork = new Set<number>();

/** A reader for which each change takes a millisecond. */
class SlowReader extends Subscriber {
  readonly ids: number[] = [];

  deliver({ id }: { id: number }): void {
    const until = performance.now() + 1;
    while (performance.now() < until);
    this.ids.push(id);
    turnsOfWork.add(turns);
  }
  heartbeat(): void {}
  reset(): void {}
  end(): void {}
  onClose(): void {}
}

const createReader = () => {
  const socket = { writable: true, writableLength: 0, writableNeedDrain: false };
  // The socket members that a subscriber uses.
  const request = { headers: {}, socket } as unknown as Subscriber['request'];
  return new SlowReader(request, { role: 'anon', userId: null, sessionId: null });
};

/** A hub and a log of changes, which the test extends up to an id; `read` may fail. */
async function startHub(beforeRead = () => {}) {
  let latest = 0;
  let report: (latestId: number) => void = () => {};
  const hub = new EventHub({
    log: {
      latestId: async () => latest,
      reaches: async () => true,
      onGrowth(listener) {
        report = listener;
        return () => {};
      },
      async read({ after, upTo }) {
        beforeRead();
        const logged = Array.from({ length: upTo - after }, (_, index) => ({
          id: after + index + 1,
          table: TABLE.name,
          record: { id: 1 },
          oldRecord: null,
          committedAt: '2026-01-01T00:00:00.000+00:00',
          bytes: 10,
        }));
        return { upTo, logged };
      },
    },
    findTable: () => TABLE,
    logger: createLogger({ level: 'silent' }),
    refreshMasks: async () => {},
    renew: async () => true,
    isAboutReader: () => false,
  });
  await hub.start();
  onTestFinished(() => hub.close());
  const grow = (to: number) => {
    latest = to;
    report(to);
  };
  return { hub, grow };
}

test('a change that could not be read is delivered a moment later, without another change', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  let tries = 0;
  const { hub, grow } = await startHub(() => {
    tries += 1;
    if (tries === 1) throw new Error('the database is away');
  });
  const reader = createReader();
  await hub.add(reader, undefined);
  grow(1);
  await expect.poll(() => tries).toBe(1);
  expect(reader.ids).toEqual([]);
  vi.advanceTimersByTime(HEARTBEAT_MS);
  await expect.poll(() => reader.ids).toEqual([1]);
});

test('other requests are handled while changes are sent to very many readers, who miss none', async () => {
  const { hub, grow } = await startHub();
  const readers = Array.from({ length: 200 }, createReader);
  for (const reader of readers) await hub.add(reader, undefined);

  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  count();
  grow(2);
  await expect.poll(() => readers[100]?.ids.length, { timeout: 10_000 }).toBeGreaterThan(0);
  const late = createReader();
  await hub.add(late, undefined);
  grow(3);
  await expect.poll(() => late.ids, { timeout: 10_000 }).toEqual([3]);
  await expect.poll(() => readers.at(-1)?.ids, { timeout: 10_000 }).toEqual([1, 2, 3]);
  isDone = true;

  expect(readers.map(({ ids }) => ids)).toEqual(readers.map(() => [1, 2, 3]));
  // The first two changes take 400 ms, in slices of ten.
  expect(turnsOfWork.size).toBeGreaterThan(10);
});

test('readers that reconnect together share one read of the log until the next change', async () => {
  let reads = 0;
  const { hub, grow } = await startHub(() => {
    reads += 1;
  });
  const witness = createReader();
  await hub.add(witness, undefined);
  grow(3);
  await expect.poll(() => witness.ids).toEqual([1, 2, 3]);

  const reconnect = async (lastEventId: number) => {
    const reader = createReader();
    await hub.add(reader, lastEventId);
    return reader.ids;
  };
  reads = 0;
  expect(await reconnect(1)).toEqual([2, 3]);
  expect(await reconnect(1)).toEqual([2, 3]);
  expect(await reconnect(2)).toEqual([3]);
  expect(reads).toBe(1);
  grow(4);
  await expect.poll(() => witness.ids).toEqual([1, 2, 3, 4]);
  reads = 0;
  expect(await reconnect(2)).toEqual([3, 4]);
  expect(reads).toBe(1);
});
