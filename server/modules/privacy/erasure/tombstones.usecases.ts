import { runErasing } from '#db/erasing-transaction.ts';
import type { AppDatabase } from '#db/open.ts';
import type { Executor } from '#db/schema/database.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { logDecision } from '../decisions.repository.ts';
import { erasePerson, type Subject } from './erasure.repository.ts';
import {
  addToTombstoneFile,
  parseTombstoneLines,
  readTombstoneFile,
  type TombstoneLine,
} from './tombstone-file.ts';
import {
  addTombstoneKeys,
  listTombstoneKeys,
  readTombstoneKeys,
  type TombstoneKeys,
} from './tombstone-keys.ts';
import { insertTombstones, listAddresses, listTombstones } from './tombstones.repository.ts';

/** Stores tombstones in the database; call in the transaction of the erasure. */
export async function storeTombstones(
  trx: Executor,
  dataDir: string,
  subject: Subject,
  now: string,
): Promise<void> {
  await insertTombstones(trx, createTombstones(readTombstoneKeys(dataDir), subject, now));
}

/** Call after the commit, so that the file has no uncommitted erasure. */
export async function writeTombstonesToFile(
  { config, logger }: Pick<ServerDeps, 'config' | 'logger'>,
  subject: Subject,
  now: string,
): Promise<void> {
  const { DATA_DIR } = config;
  try {
    const tombstones = createTombstones(readTombstoneKeys(DATA_DIR), subject, now);
    await addToTombstoneFile(DATA_DIR, tombstones);
  } catch (err) {
    logger.error({ err }, 'writing a tombstone to the file failed; the next start repeats it');
  }
}

/** Tombstones of an erased user. */
export function createTombstones(
  keys: TombstoneKeys,
  { userId, emails }: Subject,
  now: string,
): TombstoneLine[] {
  const create = (kind: 'email' | 'user', subject: string) => ({
    kind,
    subject_hash: keys.hash(subject),
    erased_at: now,
  });
  return [
    ...emails.map((email) => create('email', email)),
    ...(userId === null ? [] : [create('user', userId)]),
  ];
}

interface Applied {
  readonly erased: number;
  /** Tombstones made with an unknown key, which cannot be matched. */
  readonly unreadable: number;
}

/**
 * Erases again the users whom a restored backup brought back; call before any read. Merges table and file, because
 * either may be older.
 */
export async function applyTombstones(db: AppDatabase, dataDir: string): Promise<Applied> {
  const keys = readTombstoneKeys(dataDir);
  const tombstones = await mergeTombstones(db, dataDir);
  const unreadable = tombstones.filter((line) => !keys.knows(line.subject_hash)).length;
  if (tombstones.length === unreadable) return { erased: 0, unreadable };
  const erasedAt = new Map(tombstones.map((line) => [keyOf(line), line.erased_at]));
  const find = (kind: string, subject: string) =>
    keys
      .hashes(subject)
      .map((subject_hash) => erasedAt.get(keyOf({ kind, subject_hash })))
      .find((at) => at !== undefined);
  let erased = 0;
  for await (const page of listAddresses(db.kysely)) {
    for (const { id, email, created_at } of page) {
      const byId = id === null ? undefined : find('user', id);
      const byEmail = find('email', email);
      // Keeps an account that was created again after the erasure.
      const hasReturned = byEmail !== undefined && created_at > byEmail;
      const now = byId ?? (hasReturned ? undefined : byEmail);
      if (now === undefined) continue;
      await repeatErasure(db, { userId: id, emails: hasReturned ? [] : [email] }, now);
      erased += 1;
    }
  }
  return { erased, unreadable };
}

/**
 * Adds the file's tombstones to the table and the table's to the file, so that any machine can reapply erasures by
 * other machines after an older dump was restored. Returns all.
 */
export async function mergeTombstones(db: AppDatabase, dataDir: string): Promise<TombstoneLine[]> {
  const filed = await readTombstoneFile(dataDir);
  await insertTombstones(db.kysely, newestOf(filed));
  const all = await listTombstones(db.kysely);
  const known = new Set(filed.map((line) => `${keyOf(line)} ${line.erased_at}`));
  const missing = all.filter((line) => !known.has(`${keyOf(line)} ${line.erased_at}`));
  await addToTombstoneFile(dataDir, missing);
  return all;
}

/** Erasures and keys for an encrypted backup, which another machine may restore. */
export async function exportTombstones(
  db: AppDatabase,
  dataDir: string,
): Promise<{ keys: string[]; lines: TombstoneLine[] }> {
  return { keys: listTombstoneKeys(dataDir), lines: await mergeTombstones(db, dataDir) };
}

/** Adds keys and tombstones of a backup to this machine's files, whose own key stays first. */
export async function importTombstones(
  dataDir: string,
  { keys, lines }: { keys: readonly string[]; lines: readonly unknown[] },
): Promise<void> {
  addTombstoneKeys(dataDir, keys);
  await addToTombstoneFile(dataDir, parseTombstoneLines(lines));
}

/** One per subject: PostgreSQL rejects duplicates in one statement. */
function newestOf(lines: readonly TombstoneLine[]): TombstoneLine[] {
  const sorted = lines.toSorted((one, two) => one.erased_at.localeCompare(two.erased_at));
  return [...new Map(sorted.map((line) => [keyOf(line), line])).values()];
}

async function repeatErasure(db: AppDatabase, subject: Subject, now: string): Promise<void> {
  await runErasing(db, async (trx) => {
    await erasePerson(db, trx, { ...subject, now });
    const after = { status: 'erased', because: 'restored' };
    await logDecision(trx, { actor: 'system', action: 'erase', requestId: undefined, after, now });
  });
}

const keyOf = ({ kind, subject_hash }: Pick<TombstoneLine, 'kind' | 'subject_hash'>) =>
  `${kind} ${subject_hash}`;
