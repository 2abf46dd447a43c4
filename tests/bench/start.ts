import { execFileSync } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { copySeededData, startServerProcess } from '#tests/support/servers/server-process.ts';
import { type Measurement, median, row } from './measure.ts';

const STARTS = 7;
const SETTLING_MS = 3_000;

/** Resident memory in MB of a process and its children. */
export function residentMegabytes(pid: number): number {
  const all = ['-o', 'rss=', '-p', String(pid), '--ppid', String(pid)];
  const kibibytes = execFileSync('ps', all, { encoding: 'utf8' }).trim().split(/\s+/);
  return kibibytes.reduce((sum, own) => sum + Number(own), 0) / 1024;
}

async function measureStart(dataDir: string) {
  const begin = performance.now();
  const server = await startServerProcess({ dataDir });
  const readyMs = performance.now() - begin;
  await wait(SETTLING_MS);
  const megabytes = residentMegabytes(server.pid);
  await server.stop();
  return { readyMs, megabytes };
}

export async function start(): Promise<Measurement[]> {
  const dataDir = await copySeededData();
  const starts: Awaited<ReturnType<typeof measureStart>>[] = [];
  for (let round = 0; round < STARTS; round += 1) starts.push(await measureStart(dataDir));
  const readyMs = median(starts.map((one) => one.readyMs));
  const megabytes = median(starts.map((one) => one.megabytes));
  return [
    row('start: spawned to ready, existing database', readyMs, 'ms', { atMost: 400 }),
    row('start: resident memory when idle', megabytes, 'MB', { atMost: 110 }),
  ];
}
