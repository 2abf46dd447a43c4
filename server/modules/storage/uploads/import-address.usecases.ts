import type { IncomingMessage } from 'node:http';
import { get } from 'node:https';
import type { Readable } from 'node:stream';
import type { RequestFilteringHttpsAgent } from 'request-filtering-agent';
import type { Bucket, StoredObject } from '#contract/calls/storage.ts';
import type { Config } from '#server/core/config/config.ts';
import { AppError } from '#server/core/errors.ts';
import { createFetchError } from '../storage.errors.ts';
import { type IngestDeps, storeUpload } from './upload.usecases.ts';

/** Enough for a large recording from a slow host. */
const TOTAL_TIMEOUT_MS = 10 * 60_000;
const IDLE_TIMEOUT_MS = 15_000;
const MAX_REDIRECTS = 3;

interface ImportDeps extends IngestDeps {
  readonly config: Pick<Config, 'FFMPEG' | 'IMPORT_NETWORKS'>;
  readonly limitBytes: number;
}

/** Downloads a file from an https address and stores it like an upload. */
export async function importAddress(
  deps: ImportDeps,
  bucket: Bucket,
  address: string,
): Promise<StoredObject> {
  const { limitBytes, config } = deps;
  const { name, body } = await fetchAddress(address, {
    networks: config.IMPORT_NETWORKS,
    limitBytes,
  });
  try {
    return await storeUpload(deps, { bucket, name }, body);
  } catch (error) {
    if (error instanceof AppError || !body.errored) throw error;
    throw createFetchError('the connection broke off');
  } finally {
    body.destroy();
  }
}

interface FetchOptions {
  /** Private networks (CIDR) that are allowed: the setting IMPORT_NETWORKS. */
  readonly networks: readonly string[];
  readonly limitBytes: number;
}

/**
 * Downloads a file from an https address. Refuses private and reserved networks after name resolution, to
 * prevent SSRF. Throws 400 or 413 before the first byte.
 */
async function fetchAddress(
  address: string,
  { networks, limitBytes }: FetchOptions,
): Promise<{ name: string; body: Readable }> {
  // Loaded on demand, because it brings all of `fetch` and HTTP/2 into memory.
  const { RequestFilteringHttpsAgent } = await import('request-filtering-agent');
  const agent = new RequestFilteringHttpsAgent({ allowIPAddressList: [...networks] });
  const signal = AbortSignal.timeout(TOTAL_TIMEOUT_MS);
  let url = parseHttps(address);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const response = await request(url, agent, signal);
    const { statusCode = 0, headers } = response;
    if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
      response.destroy();
      url = parseHttps(headers.location, url);
      continue;
    }
    if (statusCode !== 200) {
      response.destroy();
      throw createFetchError(`the server answered ${statusCode}`);
    }
    if (Number(headers['content-length'] ?? 0) > limitBytes) {
      response.destroy();
      throw createFetchError('it is too large', 413);
    }
    return { name: nameOf(url), body: response };
  }
  throw createFetchError('too many redirects');
}

function parseHttps(address: string, base?: URL): URL {
  const url = URL.parse(address, base);
  if (url?.protocol !== 'https:') throw createFetchError('the address must begin with https://');
  return url;
}

function request(
  url: URL,
  agent: RequestFilteringHttpsAgent,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  // Hides the error, which may contain an internal address.
  const fail = () => reject(createFetchError('no public server answers there'));
  try {
    const options = { agent, signal, timeout: IDLE_TIMEOUT_MS, headers: { Accept: '*/*' } };
    const clientRequest = get(url, options, resolve);
    clientRequest.on('error', fail);
    clientRequest.on('timeout', () => clientRequest.destroy(new Error('the server is silent')));
  } catch {
    // The agent throws synchronously for a private IP address.
    fail();
  }
  return promise;
}

/** Last segment of the path, as the file's name. */
function nameOf({ pathname }: URL): string {
  const last = pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last) || 'file';
  } catch {
    return last;
  }
}
