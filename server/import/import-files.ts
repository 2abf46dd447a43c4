import { createReadStream, existsSync, statSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { Readable } from 'node:stream';
import type { Bucket, StoredObject } from '#contract/calls/storage.ts';
import { LIMITS } from '#contract/constants/limits.ts';
import { decodePath } from '../core/decode-path.ts';
import type { ServerDeps } from '../core/deps.ts';
import { AppError } from '../core/errors.ts';
import { enqueueRecording } from '../modules/recordings/recordings.usecases.ts';
import { keepFileName } from '../modules/storage/objects.usecases.ts';
import { storeUpload } from '../modules/storage/uploads/upload.usecases.ts';

const FETCH_MS = 10 * 60_000;
/** Storage addresses of the hosted backend: bucket and name. */
const OBJECT = /\/storage\/v1\/object\/(?:public|sign|authenticated)\/(.+)$/;

export function reasonOf(error: unknown): string {
  if (error instanceof AppError) return error.publicMessage;
  return (error instanceof Error ? error.message.split('\n')[0] : undefined) ?? String(error);
}

export function ensureFolder(folder: string): void {
  if (existsSync(folder) && statSync(folder).isDirectory()) return;
  throw new Error(`There is no folder ${folder}.`);
}

/** The local copy of a file of the hosted backend, if it is in the folder. */
export function findInFolder(folder: string, address: string): string | undefined {
  const [, encoded = ''] = OBJECT.exec(URL.parse(address)?.pathname ?? '') ?? [];
  const name = decodePath(encoded);
  if (!name) return undefined;
  const root = resolve(folder);
  const file = resolve(root, name);
  const isInside = file.startsWith(`${root}${sep}`);
  return isInside && existsSync(file) && statSync(file).isFile() ? file : undefined;
}

/** Stores a file like an upload by an admin, with its name, and queues a recording for levelling. */
export const storeFile = (
  deps: ServerDeps,
  target: { bucket: Bucket; name: string },
  content: Readable,
): Promise<StoredObject> =>
  storeUpload(
    {
      ...deps,
      limitBytes: LIMITS.resumableBytes,
      onStored: async (stored, sentName) => {
        await keepFileName(deps, stored, sentName);
        await enqueueRecording(deps, stored);
      },
    },
    target,
    content,
  );

/** Stores a file from a folder or its public address; identical files are stored once. */
export async function takeFile(
  deps: ServerDeps,
  bucket: Bucket,
  address: string | undefined,
  folder: string | undefined,
): Promise<{ path?: string; problem?: string }> {
  if (address === undefined) return {};
  const failed = (why: string) => ({
    problem: `moved without its ${bucket === 'audio' ? 'recording, so it is switched off' : 'picture'}: ${address} ${why}`,
  });
  try {
    const content = await openFile(address, folder);
    if (typeof content === 'string') return failed(content);
    const name = decodeURIComponent(new URL(address).pathname).split('/').at(-1) || 'file';
    const { path } = await storeFile(deps, { bucket, name }, content);
    return { path };
  } catch (error) {
    return failed(`was not taken: ${reasonOf(error)}`);
  }
}

/** Returns a text with the reason if the address answers with an error. */
async function openFile(address: string, folder: string | undefined): Promise<Readable | string> {
  const file = folder === undefined ? undefined : findInFolder(folder, address);
  if (file !== undefined) return createReadStream(file);
  const answer = await fetch(address, { signal: AbortSignal.timeout(FETCH_MS) });
  return answer.ok && answer.body ? Readable.from(answer.body) : `answered ${answer.status}`;
}
