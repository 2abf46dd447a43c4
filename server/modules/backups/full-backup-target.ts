import { createReadStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Config } from '#server/core/config/config.ts';
import { flush, ignoreMissing } from '#server/core/files/folders.ts';
import { S3Bucket } from '#server/core/files/s3-bucket.ts';
import { parseS3Location, type S3Location } from '#server/core/files/s3-location.ts';
import { backupFolder } from './backup-folder.ts';
import { findFullBackupKey } from './full-backup-key.ts';

const DRAFTS = 'incoming';

/** Destination of full backups: a folder or an object store. It only holds encrypted bytes. */
export interface BackupTarget {
  /** Name for the operator. */
  readonly label: string;
  /** Lists all names below a folder, including the folder's name. */
  list(folder: string): Promise<string[]>;
  read(name: string): Promise<Readable | undefined>;
  /** Path for a new local file, for `put`. */
  draft(): Promise<string>;
  /** Stores it atomically and durably under its name. */
  put(draft: string, name: string): Promise<void>;
  remove(name: string): Promise<void>;
  /** Deletes drafts of failed backups; only while no other backup runs. */
  sweep(): Promise<void>;
}

export interface FullBackupSetup {
  readonly target: BackupTarget;
  readonly identity: string;
}

type SetupConfig = Pick<Config, 'BACKUP_URL' | 'BACKUP_KEY' | 'DATA_DIR'>;

/** Undefined if target or key is missing; creates nothing. */
export function findFullBackupSetup(config: SetupConfig): FullBackupSetup | undefined {
  const target = findBackupTarget(config);
  const identity = findFullBackupKey(config.DATA_DIR, config.BACKUP_KEY);
  return target && identity !== undefined ? { target, identity } : undefined;
}

/** The target `BACKUP_URL`; uploads to a remote store are first written below `DATA_DIR`. */
export function findBackupTarget({
  BACKUP_URL: url,
  DATA_DIR,
}: Pick<SetupConfig, 'BACKUP_URL' | 'DATA_DIR'>): BackupTarget | undefined {
  if (url === undefined) return undefined;
  if (url.startsWith('file:')) return createFolderTarget(fileURLToPath(url));
  const location = parseS3Location(url);
  if (typeof location === 'string') throw new Error(`BACKUP_URL: ${location}`);
  return createS3Target(location, backupFolder(DATA_DIR));
}

function createFolderTarget(folder: string): BackupTarget {
  const pathOf = (name: string) => join(folder, name);
  return {
    label: folder,
    async list(below) {
      const all = { recursive: true, withFileTypes: true } as const;
      const entries = await readdir(pathOf(below), all).catch(ignoreMissing);
      return (entries ?? [])
        .filter((entry) => entry.isFile())
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'));
    },
    async read(name) {
      const found = await stat(pathOf(name)).catch(ignoreMissing);
      // Opening a pipe would block until it has a writer.
      return found?.isFile() ? createReadStream(pathOf(name)) : undefined;
    },
    ...draftsIn(pathOf(DRAFTS)),
    async put(draft, name) {
      await flush(draft);
      await mkdir(dirname(pathOf(name)), { recursive: true, mode: 0o700 });
      await rename(draft, pathOf(name));
      await flush(dirname(pathOf(name)));
    },
    remove: (name) => rm(pathOf(name), { force: true }),
  };
}

function createS3Target(location: S3Location, localFolder: string): BackupTarget {
  const s3 = new S3Bucket(location);
  const keyOf = (name: string) => `${location.prefix}${name}`;
  return {
    label: `s3://${location.bucket}/${location.prefix}`,
    async list(folder) {
      const files = await s3.list(keyOf(`${folder}/`));
      return files.map(({ name }) => `${folder}/${name}`);
    },
    async read(name) {
      const found = await s3.find(keyOf(name));
      return found && s3.read(keyOf(name), 0, found.bytes - 1);
    },
    ...draftsIn(join(localFolder, '.upload-whole')),
    async put(draft, name) {
      await s3.putFile(keyOf(name), draft, { ContentType: 'application/octet-stream' });
      await rm(draft);
    },
    remove: (name) => s3.remove(keyOf(name)),
  };
}

const draftsIn = (folder: string): Pick<BackupTarget, 'draft' | 'sweep'> => ({
  async draft() {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return join(folder, crypto.randomUUID());
  },
  sweep: () => rm(folder, { recursive: true, force: true }),
});
