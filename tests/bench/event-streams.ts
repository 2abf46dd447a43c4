import { fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { signInAsAdmin, startServerProcess } from '#tests/support/servers/server-process.ts';
import { type Measurements, percentile, row } from './measure.ts';
import { residentMegabytes } from './start.ts';

const STREAMS = 10_000;
const CHANGES = 5;
const TIMEOUT_MS = 120_000;
const SETTLING_MS = 3_000;

/** Number of open streams, and for each event id the time each stream received it (ms since the epoch). */
const reportSchema = z.object({
  open: z.number(),
  arrivals: z.record(z.coerce.number(), z.array(z.number())),
});
type Report = z.infer<typeof reportSchema>;

/** Another process that holds all streams open. */
function holdStreams(url: string) {
  const holder = fork(resolve(import.meta.dirname, 'event-streams.process.ts'), [
    `${url}${API_PATHS.changes}?table=audio_content`,
    String(STREAMS),
  ]);
  return {
    async waitUntil(isDone: (report: Report) => boolean): Promise<Report> {
      const giveUpAt = performance.now() + TIMEOUT_MS;
      for (;;) {
        holder.send('report');
        const [message] = await once(holder, 'message');
        const report = reportSchema.parse(message);
        if (isDone(report) || performance.now() > giveUpAt) return report;
        await wait(500);
      }
    },
    [Symbol.dispose]: () => void holder.kill(),
  };
}

/** Whether every stream has received this many events. */
const haveAll = (events: number) => (report: Report) =>
  Object.values(report.arrivals).filter((arrivals) => arrivals.length === STREAMS).length >= events;

/** Edits track 1 and returns the time just before. */
async function change(server: { url: string }, position: number): Promise<number> {
  const admin = await signInAsAdmin(server);
  const at = performance.timeOrigin + performance.now();
  const answer = await admin(`${API_PATHS.tables}/audio_content?id=eq.1`, {
    method: 'PATCH',
    body: JSON.stringify({ position }),
  });
  if (!answer.ok) throw new Error(`the change was refused: ${await answer.text()}`);
  return at;
}

/**
 * Opens all streams, changes a track, kills the server right after another change, and counts which stream received
 * which event and when.
 */
export async function* eventStreams(): Measurements {
  await using server = await startServerProcess({ env: { STREAMS_PER_ADDRESS: '0' } });
  const before = residentMegabytes(server.pid);
  using streams = holdStreams(server.url);
  const { open } = await streams.waitUntil((report) => report.open === STREAMS);
  if (open < STREAMS) throw new Error(`only ${open} streams open; is \`ulimit -n\` above that?`);
  await wait(SETTLING_MS);
  const perStream = ((residentMegabytes(server.pid) - before) * 1024) / STREAMS;
  yield row(`event streams: memory a stream (${STREAMS} open)`, perStream, 'KiB', { atMost: 25 });

  const delays: number[] = [];
  for (let index = 1; index <= CHANGES; index += 1) {
    const sentAt = await change(server, 100 + index);
    const { arrivals } = await streams.waitUntil(haveAll(index));
    const newest = Math.max(...Object.keys(arrivals).map(Number));
    delays.push(...(arrivals[newest] ?? []).map((at) => at - sentAt));
  }
  yield row('event streams: one change reaches half of all', percentile(delays, 0.5), 'ms');
  yield row('event streams: one change reaches all, p99', percentile(delays, 0.99), 'ms', {
    atMost: 1_000,
  });

  // No stream receives this change live: the server is killed right after it.
  await change(server, 200);
  await server.restart('SIGKILL');
  await change(server, 201);
  const events = CHANGES + 2;
  const { arrivals } = await streams.waitUntil(haveAll(events));
  const heard = Object.values(arrivals).reduce((sum, each) => sum + each.length, 0);
  yield row('event streams: events lost over a killed server', STREAMS * events - heard, 'lost', {
    atMost: 0,
  });
}
