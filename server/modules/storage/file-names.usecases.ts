import type { StoredObject } from '#contract/calls/storage.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { fileNameFor } from './file-name.ts';
import { putFileName } from './file-names.repository.ts';

/** What the owner will see and get back; the stored name is for addresses (decision 230). */
export async function keepFileName(
  { db }: Pick<ServerDeps, 'db'>,
  { path, name }: Pick<StoredObject, 'path' | 'name'>,
  sentName: string,
): Promise<void> {
  await putFileName(db.kysely, path, fileNameFor(sentName, name));
}
