import { createHash, randomBytes } from 'node:crypto';
import { link, open, readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { API_PATHS } from '#contract/words/paths.ts';
import { backupFolder, getBackupFile } from './backup-folder.ts';
import { createDeadLinkError } from './backups.errors.ts';

const LIFE_MS = 60_000;
const PREFIX = '.link-';

/**
 * An address that opens one backup once, within a minute, for whoever holds it: a browser downloads by
 * address and sends no token along. On the disk it is a second name of the file, which the first caller
 * takes away, whichever worker she comes to (docs/decisions/0092).
 */
export async function createDownloadLink(
  dataDir: string,
  name: string,
  now: number,
): Promise<string> {
  const file = await getBackupFile(dataDir, name);
  const folder = backupFolder(dataDir);
  await sweepLinks(folder, now);
  const token = `${(now + LIFE_MS).toString(36)}.${randomBytes(32).toString('base64url')}`;
  await link(file, join(folder, linkName(name, token)));
  return `${API_PATHS.backupDownload}/${encodeURIComponent(name)}?token=${token}`;
}

/** Opens the file behind a link and ends the link. */
export async function openDownload(dataDir: string, name: string, token: string, now: number) {
  const path = join(backupFolder(dataDir), linkName(name, token));
  const file = await open(path).catch(() => undefined);
  if (!file) throw createDeadLinkError();
  const isFirst = await unlink(path).then(
    () => true,
    () => false,
  );
  if (isFirst && expiryOf(token) > now) return file;
  await file.close();
  throw createDeadLinkError();
}

async function sweepLinks(folder: string, now: number): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.startsWith(PREFIX) && expiryOf(name.slice(PREFIX.length)) <= now) {
      await unlink(join(folder, name)).catch(() => undefined);
    }
  }
}

const expiryOf = (token: string) => Number.parseInt(token.split('.')[0] ?? '', 36);

/** Only the hash: who can list the folder cannot use the link. */
function linkName(name: string, token: string): string {
  const hash = createHash('sha256').update(`${name}\n${token}`).digest('base64url');
  return `${PREFIX}${expiryOf(token).toString(36)}.${hash}`;
}
