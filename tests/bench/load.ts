import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

const run = promisify(execFile);

/** An answer is not kept when what it depends on is longer than its place in the cache. */
export const NOT_KEPT = { Prefer: `padding=${'x'.repeat(2000)}` };

export interface LoadOptions {
  url: string;
  seconds: number;
  connections?: number;
  headers?: Record<string, string>;
}

const loadResultSchema = z.object({ requestsPerSecond: z.number(), p99Ms: z.number() });
export type LoadResult = z.infer<typeof loadResultSchema>;

const MS_PER_UNIT: Record<string, number> = { us: 0.001, ms: 1, s: 1000 };

function parseWrk(output: string): LoadResult {
  const [, latency = '', unit = ''] = /99%\s+([\d.]+)(us|ms|s)/.exec(output) ?? [];
  const [, rate = ''] = /Requests\/sec:\s+([\d.]+)/.exec(output) ?? [];
  if (/Non-2xx/.test(output) || !rate) throw new Error(`wrk met errors:\n${output}`);
  return {
    requestsPerSecond: Number(rate),
    p99Ms: Number(latency) * (MS_PER_UNIT[unit] ?? Number.NaN),
  };
}

async function hasWrk(): Promise<boolean> {
  // `wrk -v` prints its version and exits with 1
  return run('wrk', ['-v']).then(
    () => true,
    (error: { code?: unknown }) => error.code === 1,
  );
}

/** Keeps every connection busy with one request after the other; wrk where installed, else a client of our own. */
export async function load(options: LoadOptions): Promise<LoadResult> {
  const { url, seconds, connections = 16, headers = {} } = options;
  if (await hasWrk()) {
    const headerArgs = Object.entries(headers).flatMap(([name, value]) => [
      '-H',
      `${name}: ${value}`,
    ]);
    const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', ...headerArgs, url];
    return parseWrk((await run('wrk', args)).stdout);
  }
  const client = resolve(import.meta.dirname, 'load.process.ts');
  const { stdout } = await run(process.execPath, [
    client,
    JSON.stringify({ url, seconds, connections, headers }),
  ]);
  return loadResultSchema.parse(JSON.parse(stdout));
}
