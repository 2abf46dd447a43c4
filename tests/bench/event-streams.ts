import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import {
  type ServerProcess,
  signInAsAdmin,
  startServerProcess,
} from '#tests/support/servers/server-process.ts';
import { type StreamReport, streamReportSchema } from './event-stream-messages.ts';
import { type Bench, type Measurement, percentile } from './measure.ts';
import { residentMegabytes } from './start.ts';

const CHANGES = 5;
const TIMEOUT_MS = 120_000;
const SETTLING_MS = 3_000;
/** Streams per process, to stay below the limit of open files. */
const STREAMS_PER_PROCESS = 15_000;

interface Streams {
  readonly count: number;
  readonly name: string;
  readonly atMostKibibytes: number;
}

/** Processes that hold the streams open, each from its own address. */
class Holders {
  readonly #all: readonly ChildProcess[];
  constructor(url: string, count: number) {
    const needed = Math.ceil(count / STREAMS_PER_PROCESS);
    this.#all = Array.from({ length: needed }, (_, index) => {
      const share = Math.min(STREAMS_PER_PROCESS, count - index * STREAMS_PER_PROCESS);
      return fork(resolve(import.meta.dirname, 'event-streams.process.ts'), [
        JSON.stringify({ url, count: share, from: `127.0.0.${index + 1}` }),
      ]);
    });
  }

  async report(): Promise<StreamReport> {
    const reports = await Promise.all(
      this.#all.map(async (holder) => {
        holder.send('report');
        const [report] = await once(holder, 'message');
        return streamReportSchema.parse(report);
      }),
    );
    const arrivals: Record<number, number[]> = {};
    for (const report of reports) {
      for (const [id, times] of Object.entries(report.arrivals)) {
        arrivals[Number(id)] = [...(arrivals[Number(id)] ?? []), ...times];
      }
    }
    return { open: reports.reduce((sum, { open }) => sum + open, 0), arrivals };
  }

  async waitUntil(isDone: (report: StreamReport) => boolean): Promise<StreamReport> {
    const giveUpAt = performance.now() + TIMEOUT_MS;
    let report = await this.report();
    while (!isDone(report) && performance.now() < giveUpAt) {
      await wait(500);
      report = await this.report();
    }
    return report;
  }

  stop(): void {
    for (const holder of this.#all) holder.kill();
  }
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
export async function measureStreams(
  server: ServerProcess,
  { count, name, atMostKibibytes }: Streams,
): Promise<Measurement[]> {
  const before = residentMegabytes(server.pid);
  const holders = new Holders(`${server.url}${API_PATHS.changes}?table=audio_content`, count);
  const allReceived = (events: number) => (report: StreamReport) =>
    Object.values(report.arrivals).filter((arrivals) => arrivals.length === count).length >= events;
  try {
    const { open } = await holders.waitUntil((report) => report.open === count);
    if (open < count) throw new Error(`only ${open} streams open; is \`ulimit -n\` above that?`);
    await wait(SETTLING_MS);
    const perStream = ((residentMegabytes(server.pid) - before) * 1024) / count;

    const admin = await signInAsAdmin(server);
    const sentAt: number[] = [];
    for (let index = 1; index <= CHANGES; index += 1) {
      sentAt.push(await change(admin, 100 + index));
      await holders.waitUntil(allReceived(index));
    }
    const arrivalsByEvent = Object.entries((await holders.report()).arrivals).sort(
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
    const after = await holders.waitUntil(allReceived(events));
    const heard = Object.values(after.arrivals).reduce((sum, arrivals) => sum + arrivals.length, 0);
    return [
      {
        name: `${name}: memory a stream (${count} open)`,
        value: perStream,
        unit: 'KiB',
        budget: { atMost: atMostKibibytes },
      },
      {
        name: `${name}: one change reaches half of all`,
        value: percentile(delays, 0.5),
        unit: 'ms',
      },
      {
        name: `${name}: one change reaches all, p99`,
        value: percentile(delays, 0.99),
        unit: 'ms',
        budget: { atMost: 1_000 },
      },
      {
        name: `${name}: events lost over a killed server`,
        value: count * events - heard,
        unit: 'lost',
        budget: { atMost: 0 },
      },
    ];
  } finally {
    holders.stop();
  }
}

export const eventStreamsBench: Bench = {
  name: 'event-streams',
  async run() {
    const server = await startServerProcess({ env: { STREAMS_PER_ADDRESS: '0' } });
    try {
      return await measureStreams(server, {
        count: 10_000,
        name: 'event streams',
        atMostKibibytes: 25,
      });
    } finally {
      await server.stop();
    }
  },
};
