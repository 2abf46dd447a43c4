import { createRequire } from 'node:module';
import { z } from 'zod';
import { DEFAULT_ANON_KEY } from '#contract/constants/pages/public-config.ts';

const require = createRequire(import.meta.url);
/** autocannon has no types; the schema below checks what is read of its result. */
const autocannon: (options: object) => Promise<unknown> = require('autocannon');

/** Prevents caching: a response is not cached when its key is longer than the limit. */
export const UNCACHED = { Prefer: `padding=${'x'.repeat(2000)}` };

interface LoadOptions {
  readonly url: string;
  readonly seconds?: number;
  readonly headers?: Record<string, string>;
  /** Each connection posts one of these again and again; by default connections send GET requests. */
  readonly bodies?: readonly object[];
  /** Requests a second on one connection; a late answer counts for the requests that it delays. */
  readonly rate?: number;
  /** Sends only this many requests, on one connection. */
  readonly amount?: number;
}

interface LoadResult {
  readonly requestsPerSecond: number;
  readonly p99Ms: number;
}

const CONNECTIONS = 16;
/** Below the server's own limit of 1,000: autocannon ignores `Connection: close`, and Node refuses later requests. */
const REQUESTS_PER_CONNECTION = 500;

const resultSchema = z.object({
  requests: z.object({ average: z.number() }),
  latency: z.object({ p99: z.number() }),
  non2xx: z.number(),
  errors: z.number(),
});

/** Keeps every connection busy with sequential requests. */
export async function load(options: LoadOptions): Promise<LoadResult> {
  const { url, seconds, headers, bodies, rate, amount } = options;
  const waiting = bodies?.map((body) => JSON.stringify(body));
  const result = await autocannon({
    url,
    ...(bodies ? { method: 'POST' } : {}),
    headers: { apikey: DEFAULT_ANON_KEY, 'Content-Type': 'application/json', ...headers },
    setupClient: (client: { setBody(body?: string): void }) => {
      if (waiting) client.setBody(waiting.pop());
    },
    connections: (rate ?? amount) ? 1 : (bodies?.length ?? CONNECTIONS),
    reconnectRate: REQUESTS_PER_CONNECTION,
    timeout: 60,
    ...(amount === undefined ? { duration: seconds } : { amount }),
    ...(rate === undefined ? {} : { overallRate: rate }),
  });
  const { requests, latency, non2xx, errors } = resultSchema.parse(result);
  if (non2xx + errors > 0) throw new Error(`${non2xx} refusals and ${errors} errors from ${url}`);
  return { requestsPerSecond: requests.average, p99Ms: latency.p99 };
}

/** Posts JSON and returns the JSON of the answer; throws unless the status is 2xx. */
export async function postJson(
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<unknown> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { apikey: DEFAULT_ANON_KEY, 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.status} from ${url}: ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}
