import { nameAt, type WholePlace } from './whole-place.ts';

/**
 * Takes away the whole backups from before a moment, and contents that no other has. The newest stays, however
 * old it is. Only while no other backup is made. Answers how many backups went.
 */
export async function removeOldWholeBackups(whole: WholePlace, before: string): Promise<number> {
  const names = await whole.listNames();
  const old = names.slice(0, -1).filter((name) => name < nameAt(before));
  if (old.length === 0) return 0;
  // Before the lists, so that what a list of today names is never among what is looked through.
  const blobs = await whole.listBlobs();
  for (const name of old) await whole.removeList(name);
  for (const needed of await findNeeded(whole)) blobs.delete(needed);
  for (const blob of blobs) await whole.removeBlob(blob);
  return old.length;
}

/** Throws where one cannot be read: what it needs is not known, and stays. */
async function findNeeded(whole: WholePlace): Promise<Set<string>> {
  const needed = new Set<string>();
  for (const name of await whole.listNames()) {
    const { database, files } = await whole.readList(name);
    needed.add(database);
    for (const { blob } of files) needed.add(blob);
  }
  return needed;
}
