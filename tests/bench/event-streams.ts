import { fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { signInAsAdmin, startServerProcess } from '#tests/support/servers/server-process.ts';
import { type Measurement, percentile, row } from './measure.ts';
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
  const report = async () => {
    holder.send('report');
    const [message] = await once(holder, 'message');
    return reportSchema.parse(message);
  };
  return {
    report,
    async waitUntil(isDone: (report: Report) => boolean): Promise<Report> {
      const giveUpAt = performance.now() + TIMEOUT_MS;
      let last = await report();
      while (!isDone(last) && performance.now() < giveUpAt) {
        await wait(500);
        last = await report();
      }
      return last;
    },
    stop: () => holder.kill(),
  };
}

type AdminFetch = Awaited<ReturnType<typeof signInAsAdmin>>;

/** Edits track 1 and returns the time just before. */
async function change(admin: AdminFetch, position: number): Promise<number> {
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
export async function eventStreams(): Promise<Measurement[]> {
  await using server = await startServerProcess({ env: { STREAMS_PER_ADDRESS: '0' } });
  const before = residentMegabytes(server.pid);
  const streams = holdStreams(server.url);
  const allReceived = (events: number) => (report: Report) =>
    Object.values(report.arrivals).filter((arrivals) => arrivals.length === STREAMS).length >=
    events;
  try {
    const { open } = await streams.waitUntil((report) => report.open === STREAMS);
    if (open < STREAMS) throw new Error(`only ${open} streams open; is \`ulimit -n\` above that?`);
    await wait(SETTLING_MS);
    const perStream = ((residentMegabytes(server.pid) - before) * 1024) / STREAMS;

    const admin = await signInAsAdmin(server);
    const sentAt: number[] = [];
    for (let index = 1; index <= CHANGES; index += 1) {
      sentAt.push(await change(admin, 100 + index));
      await streams.waitUntil(allReceived(index));
    }
    const arrivalsByEvent = Object.entries((await streams.report()).arrivals).sort(
      ([a], [b]) => Number(a) - Number(b),
    );
    const delays = arrivalsByEvent.flatMap(([, arrivals], index) =>
      arrivals.map((at) => at - (sentAt[index] ?? Number.NaN)),
    );

    // No stream receives this change live: the server is killed right after it.
    await change(admin, 200);
    await server.restart('SIGKILL');
    await change(await signInAsAdmin(server), 201);
    const events = CHANGES + 2;
    const after = await streams.waitUntil(allReceived(events));
    const heard = Object.values(after.arrivals).reduce((sum, arrivals) => sum + arrivals.length, 0);
    return [
      row(`event streams: memory a stream (${STREAMS} open)`, perStream, 'KiB', { atMost: 25 }),
      row('event streams: one change reaches half of all', percentile(delays, 0.5), 'ms'),
      row('event streams: one change reaches all, p99', percentile(delays, 0.99), 'ms', {
        atMost: 1_000,
      }),
      row('event streams: events lost over a killed server', STREAMS * events - heard, 'lost', {
        atMost: 0,
      }),
    ];
  } finally {
    streams.stop();
  }
}
