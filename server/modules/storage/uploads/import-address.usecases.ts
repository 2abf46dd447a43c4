import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { get } from 'node:https';
import type { RequestFilteringHttpsAgent } from 'request-filtering-agent';
import type { Bucket, StoredObject } from '#contract/calls/storage.ts';
import type { Config } from '#server/core/config/config.ts';
import { decodePath } from '#server/core/decode-path.ts';
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
  const { name, body } = await fetchAddress(deps, address);
  try {
    return await storeUpload(deps, { bucket, name }, body);
  } catch (error) {
    if (error instanceof AppError || !body.errored) throw error;
    throw createFetchError('the connection broke off');
  } finally {
    body.destroy();
  }
}

/**
 * Downloads a file from an https address. Refuses private and reserved networks after name resolution, to
 * prevent SSRF. Throws 400 or 413 before the first byte.
 */
async function fetchAddress({ config, limitBytes }: ImportDeps, address: string) {
  // Loaded on demand, because it brings all of `fetch` and HTTP/2 into memory.
  const { RequestFilteringHttpsAgent } = await import('request-filtering-agent');
  // Private networks (CIDR) that the operator allows.
  const agent = new RequestFilteringHttpsAgent({ allowIPAddressList: [...config.IMPORT_NETWORKS] });
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

async function request(
  url: URL,
  agent: RequestFilteringHttpsAgent,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const options = { agent, signal, timeout: IDLE_TIMEOUT_MS, headers: { Accept: '*/*' } };
  try {
    // The agent throws synchronously for a private IP address.
    const clientRequest = get(url, options);
    // Without a listener, an error after the response began would be uncaught.
    clientRequest.on('error', () => undefined);
    clientRequest.on('timeout', () => clientRequest.destroy(new Error('the server is silent')));
    const [response] = await once(clientRequest, 'response');
    return response;
  } catch {
    // Hides the error, which may contain an internal address.
    throw createFetchError('no public server answers there');
  }
}

/** Last segment of the path, as the file's name. */
function nameOf({ pathname }: URL): string {
  const last = pathname.split('/').at(-1) ?? '';
  return (decodePath(last) ?? last) || 'file';
}
