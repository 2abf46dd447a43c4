import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import { DEFAULT_ANON_KEY } from '#contract/constants/pages/public-config.ts';

const AUTOCANNON = fileURLToPath(import.meta.resolve('autocannon'));

/** Prevents caching: a response is not cached when its key is longer than the limit. */
export const UNCACHED = { Prefer: `padding=${'x'.repeat(2000)}` };

export interface LoadOptions {
  url: string;
  seconds: number;
  headers?: Record<string, string>;
}

export interface LoadResult {
  requestsPerSecond: number;
  p99Ms: number;
}

const CONNECTIONS = 16;
/** Below the server's own limit of 1,000: autocannon ignores `Connection: close`, and Node refuses later requests. */
const REQUESTS_PER_CONNECTION = 500;

const reportSchema = z.object({
  requests: z.object({ average: z.number() }),
  latency: z.object({ p99: z.number() }),
  non2xx: z.number(),
  errors: z.number(),
});

/** Sends JSON and returns the JSON of the answer; throws unless the status is 2xx. */
export async function sendJson(
  url: string,
  body: unknown,
  { method = 'POST', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<unknown> {
  const answer = await fetch(url, {
    method,
    headers: { apikey: DEFAULT_ANON_KEY, 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.status} from ${url}: ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

/**
 * Repeats all of these operations concurrently and returns how many ended per second. For requests that `load` cannot
 * send.
 */
export async function rateOf(
  operations: readonly (() => Promise<unknown>)[],
  seconds: number,
): Promise<number> {
  const stopAt = performance.now() + seconds * 1_000;
  let done = 0;
  const repeat = async (operation: () => Promise<unknown>) => {
    while (performance.now() < stopAt) {
      await operation();
      done += 1;
    }
  };
  await Promise.all(operations.map(repeat));
  return done / seconds;
}

/** Keeps every connection busy with sequential GET requests, from a separate process. */
export async function load(options: LoadOptions): Promise<LoadResult> {
  const { url, seconds, headers = {} } = options;
  const { stdout } = await promisify(execFile)(process.execPath, [
    AUTOCANNON,
    '--json',
    '--no-progress',
    `--connections=${CONNECTIONS}`,
    `--duration=${seconds}`,
    `--reconnectRate=${REQUESTS_PER_CONNECTION}`,
    ...Object.entries(headers).flatMap(([name, value]) => ['--headers', `${name}: ${value}`]),
    url,
  ]);
  const { requests, latency, non2xx, errors } = reportSchema.parse(JSON.parse(stdout));
  if (non2xx + errors > 0) throw new Error(`${non2xx} refusals and ${errors} errors from ${url}`);
  return { requestsPerSecond: requests.average, p99Ms: latency.p99 };
}
