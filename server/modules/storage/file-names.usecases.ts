import type { StoredObject } from '#contract/calls/storage.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { fileNameFor } from './file-name.ts';
import { putFileName } from './file-names.repository.ts';

/** Keeps the owner's file name for display and download; addresses use the stored name (decision 33). */
export async function keepFileName(
  { db }: Pick<ServerDeps, 'db'>,
  { path, name }: Pick<StoredObject, 'path' | 'name'>,
  sentName: string,
): Promise<void> {
  await putFileName(db.kysely, path, fileNameFor(sentName, name));
}
