import { createReadStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BlobPlace } from '#server/core/files/blob-place.ts';
import { flush, undefinedWhenAbsent } from '#server/core/files/folders.ts';
import { parseS3Location, type S3Location } from '#server/core/files/s3-location.ts';
import { S3Bucket } from './s3-bucket.ts';

const DRAFTS = 'incoming';

/** Opens the destination `BACKUP_URL`; `localFolder` holds uploads to a remote store. */
export function openBlobPlace(url: string, localFolder: string): BlobPlace {
  if (url.startsWith('file:')) return createFolderPlace(fileURLToPath(url));
  const location = parseS3Location(url);
  if (typeof location === 'string') throw new Error(`BACKUP_URL: ${location}`);
  return createS3Place(location, localFolder);
}

function createFolderPlace(folder: string): BlobPlace {
  const pathOf = (name: string) => join(folder, name);
  return {
    label: folder,
    async list(below) {
      const all = { recursive: true, withFileTypes: true } as const;
      const entries = await readdir(pathOf(below), all).catch(undefinedWhenAbsent);
      return (entries ?? [])
        .filter((entry) => entry.isFile())
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'));
    },
    async read(name) {
      const found = await stat(pathOf(name)).catch(undefinedWhenAbsent);
      // Opening a pipe would block until it has a writer.
      return found?.isFile() ? createReadStream(pathOf(name)) : undefined;
    },
    draft: () => draftIn(pathOf(DRAFTS)),
    async put(draft, name) {
      await flush(draft);
      await mkdir(dirname(pathOf(name)), { recursive: true, mode: 0o700 });
      await rename(draft, pathOf(name));
      await flush(dirname(pathOf(name)));
    },
    remove: (name) => rm(pathOf(name), { force: true }),
    sweep: () => rm(pathOf(DRAFTS), { recursive: true, force: true }),
  };
}

function createS3Place(location: S3Location, localFolder: string): BlobPlace {
  const s3 = new S3Bucket(location);
  const drafts = join(localFolder, '.upload-whole');
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
    draft: () => draftIn(drafts),
    async put(draft, name) {
      await s3.putFile(keyOf(name), draft, { ContentType: 'application/octet-stream' });
      await rm(draft);
    },
    remove: (name) => s3.remove(keyOf(name)),
    sweep: () => rm(drafts, { recursive: true, force: true }),
  };
}

async function draftIn(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return join(folder, crypto.randomUUID());
}
