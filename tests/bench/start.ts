import { execFileSync } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { copySeededData, startServerProcess } from '#tests/support/servers/server-process.ts';
import { type Measurements, median, row } from './measure.ts';

const STARTS = 7;
const SETTLING_MS = 3_000;

/** Resident memory in MB of a process and its children. */
export function residentMegabytes(pid: number): number {
  const all = ['-o', 'rss=', '-p', String(pid), '--ppid', String(pid)];
  const kibibytes = execFileSync('ps', all, { encoding: 'utf8' }).trim().split(/\s+/);
  return kibibytes.reduce((sum, own) => sum + Number(own), 0) / 1024;
}

export async function* start(): Measurements {
  const dataDir = await copySeededData();
  const [readyMs, megabytes]: [number[], number[]] = [[], []];
  for (let round = 0; round < STARTS; round += 1) {
    const begin = performance.now();
    const server = await startServerProcess({ dataDir });
    readyMs.push(performance.now() - begin);
    await wait(SETTLING_MS);
    megabytes.push(residentMegabytes(server.pid));
    await server.stop();
  }
  yield row('start: spawned to ready, existing database', median(readyMs), 'ms', { atMost: 400 });
  yield row('start: resident memory when idle', median(megabytes), 'MB', { atMost: 110 });
}
