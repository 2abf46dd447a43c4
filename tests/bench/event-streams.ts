import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { API_PATHS } from '#contract/words/paths.ts';
import { signInAsAdmin, startServerProcess } from '#tests/support/server-process.ts';
import { type StreamReport, streamReportSchema } from './event-stream-messages.ts';
import { type Bench, percentile } from './measure.ts';
import { residentMegabytes } from './start.ts';

const STREAMS = 10_000;
const CHANGES = 5;
const PATIENCE_MS = 60_000;
const SETTLING_MS = 3_000;

async function ask(clients: ChildProcess): Promise<StreamReport> {
  clients.send('report');
  const [report] = await once(clients, 'message');
  return streamReportSchema.parse(report);
}

async function waitUntil(
  clients: ChildProcess,
  isDone: (report: StreamReport) => boolean,
): Promise<StreamReport> {
  const giveUpAt = performance.now() + PATIENCE_MS;
  let report = await ask(clients);
  while (!isDone(report) && performance.now() < giveUpAt) {
    await wait(500);
    report = await ask(clients);
  }
  return report;
}

type AdminFetch = Awaited<ReturnType<typeof signInAsAdmin>>;

/** Edits track 1; gives back the moment before. */
async function change(admin: AdminFetch, position: number): Promise<number> {
  const at = performance.timeOrigin + performance.now();
  const answer = await admin(`${API_PATHS.tables}/audio_content?id=eq.1`, {
    method: 'PATCH',
    body: JSON.stringify({ position }),
  });
  if (!answer.ok) throw new Error(`the change was refused: ${await answer.text()}`);
  return at;
}

const everybodyHas = (events: number) => (report: StreamReport) =>
  Object.values(report.arrivals).filter((arrivals) => arrivals.length === STREAMS).length >= events;

export const eventStreamsBench: Bench = {
  name: 'event-streams',
  async run() {
    const server = await startServerProcess({ env: { STREAMS_PER_ADDRESS: '0' } });
    const url = `${server.url}${API_PATHS.changes}?table=audio_content`;
    const before = residentMegabytes(server.pid);
    const clients = fork(resolve(import.meta.dirname, 'event-streams.process.ts'), [
      JSON.stringify({ url, count: STREAMS }),
    ]);
    try {
      const { open } = await waitUntil(clients, (report) => report.open === STREAMS);
      if (open < STREAMS)
        throw new Error(`only ${open} streams open; is \`ulimit -n\` above ${STREAMS}?`);
      await wait(SETTLING_MS);
      const perStream = ((residentMegabytes(server.pid) - before) * 1024) / STREAMS;

      const admin = await signInAsAdmin(server);
      const sentAt: number[] = [];
      for (let index = 1; index <= CHANGES; index += 1) {
        sentAt.push(await change(admin, 100 + index));
        await waitUntil(clients, everybodyHas(index));
      }
      const told = Object.entries((await ask(clients)).arrivals).sort(
        ([a], [b]) => Number(a) - Number(b),
      );
      const delays = told.flatMap(([, arrivals], index) =>
        arrivals.map((at) => at - (sentAt[index] ?? Number.NaN)),
      );

      // Nobody hears this change when it is made: the server dies right after it.
      await change(admin, 200);
      await server.restart('SIGKILL');
      await change(await signInAsAdmin(server), 201);
      const events = CHANGES + 2;
      const after = await waitUntil(clients, everybodyHas(events));
      const heard = Object.values(after.arrivals).reduce(
        (sum, arrivals) => sum + arrivals.length,
        0,
      );
      return [
        {
          name: 'event streams: memory a stream (10,000 open)',
          value: perStream,
          unit: 'KiB',
          budget: { atMost: 25 },
        },
        {
          name: 'event streams: one change reaches half of all',
          value: percentile(delays, 0.5),
          unit: 'ms',
        },
        {
          name: 'event streams: one change reaches all, p99',
          value: percentile(delays, 0.99),
          unit: 'ms',
          budget: { atMost: 1_000 },
        },
        {
          name: 'event streams: events lost over a killed server',
          value: STREAMS * events - heard,
          unit: 'lost',
          budget: { atMost: 0 },
        },
      ];
    } finally {
      clients.kill();
      await server.stop();
    }
  },
};
