import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { open, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HTTP_ERROR } from '#contract/constants/error-codes.ts';
import { AppError } from '../errors.ts';

const MB = 1024 * 1024;

/**
 * Whether a `file:///…` folder is writable or can be created; creates nothing. True for other addresses, which
 * the store checks.
 */
export function isFolderWritable(url: string): boolean {
  return !url.startsWith('file:') || canBeWritten(fileURLToPath(url));
}

/** Checks the nearest existing folder. */
export function canBeWritten(folder: string): boolean {
  const nearest = nearestFolder(folder);
  try {
    accessSync(nearest, constants.W_OK | constants.X_OK);
    return statSync(nearest).isDirectory();
  } catch {
    return false;
  }
}

function nearestFolder(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearestFolder(dirname(folder));
}

/** Throws if the folder's disk has too little free space; the message says how much there is. */
export async function ensureRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(nearestFolder(folder));
  const free = bavail * bsize;
  if (free >= bytes) return;
  const inMb = (amount: number) => Math.ceil(amount / MB);
  throw new AppError({
    status: 507,
    code: HTTP_ERROR.diskFull,
    publicMessage: `There is too little room in ${folder}: ${inMb(bytes)} MB are needed and ${inMb(free)} MB are free. Nothing was changed.`,
  });
}

/** Flushes a file, or the names in a folder, so that they survive a power failure. */
export async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r+')
    .catch(() => open(path))
    .catch((error: unknown) => {
      // Windows cannot open folders as files, and keeps names durable itself.
      if (process.platform !== 'win32') throw error;
    });
  await handle?.sync().finally(() => handle.close());
}

/** For `catch`: returns undefined for a missing file, and throws other errors again. */
export function ignoreMissing(error: unknown): undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG') return undefined;
  throw error;
}
