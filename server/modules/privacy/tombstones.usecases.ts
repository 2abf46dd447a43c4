import type { Kysely } from 'kysely';
import { runErasing } from '#db/erasing-transaction.ts';
import type { AppDatabase } from '#db/open.ts';
import type { Database } from '#db/schema/database.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { logDecision } from './decisions.repository.ts';
import { erasePerson, type Subject } from './erasure.repository.ts';
import {
  addToTombstoneFile,
  parseTombstoneLines,
  readTombstoneFile,
  rewriteTombstoneFile,
  type TombstoneLine,
} from './tombstone-file.ts';
import {
  addTombstoneKeys,
  listTombstoneKeys,
  readTombstoneKeys,
  type TombstoneKeys,
} from './tombstone-keys.ts';
import {
  insertTombstones,
  listKnown,
  listTombstones,
  removeTombstones,
} from './tombstones.repository.ts';

/** In the transaction that takes her away. */
export async function leaveTombstones(
  trx: Kysely<Database>,
  dataDir: string,
  subject: Subject,
  now: string,
): Promise<void> {
  await insertTombstones(trx, createTombstones(readTombstoneKeys(dataDir), subject, now));
}

/** After the commit: what is not true yet must not stand outside the database. */
export async function fileTombstones(
  { config, logger }: Pick<ServerDeps, 'config' | 'logger'>,
  subject: Subject,
  now: string,
): Promise<void> {
  const { DATA_DIR } = config;
  try {
    const tombstones = createTombstones(readTombstoneKeys(DATA_DIR), subject, now);
    await addToTombstoneFile(DATA_DIR, tombstones);
  } catch (err) {
    logger.error({ err }, 'a tombstone was not written beside the database; the next start does');
  }
}

/** What stays of an erased person. */
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
  /** Tombstones by a key that is not here: nobody can be told by them. */
  readonly unreadable: number;
}

/**
 * Erases again whoever came back with a restored backup, before anybody can read. The table and the file
 * beside the database learn from each other, so that either may be the older one.
 */
export async function applyTombstones(db: AppDatabase, dataDir: string): Promise<Applied> {
  const keys = readTombstoneKeys(dataDir);
  const tombstones = await collectTombstones(db, dataDir, keys);
  const unreadable = tombstones.filter((line) => !keys.knows(line.subject_hash)).length;
  if (tombstones.length === unreadable) return { erased: 0, unreadable };
  const erasedAt = new Map(tombstones.map((line) => [keyOf(line), line.erased_at]));
  const find = (kind: string, subject: string) =>
    keys
      .hashes(subject)
      .map((subject_hash) => erasedAt.get(keyOf({ kind, subject_hash })))
      .find((at) => at !== undefined);
  let erased = 0;
  for await (const page of listKnown(db.kysely)) {
    for (const { id, email, created_at } of page) {
      const byId = id === null ? undefined : find('user', id);
      const byEmail = find('email', email);
      // Whoever came back by herself, after the erasure, stays.
      const isBack = byEmail !== undefined && created_at > byEmail;
      const now = byId ?? (isBack ? undefined : byEmail);
      if (now === undefined) continue;
      await eraseAgain(db, { userId: id, emails: isBack ? [] : [email] }, now);
      erased += 1;
    }
  }
  return { erased, unreadable };
}

async function collectTombstones(
  db: AppDatabase,
  dataDir: string,
  keys: TombstoneKeys,
): Promise<TombstoneLine[]> {
  const filed = await wrapFile(dataDir, keys);
  await wrapTable(db, keys);
  await insertTombstones(db.kysely, newestOf(filed));
  return fileKnown(db, dataDir, filed);
}

/**
 * Brings what other machines of this database have erased into the file of this one: whichever comes first after an
 * older dump was put back then knows of everybody. Answers how many it did not know.
 */
export async function fileTombstonesOfOthers(db: AppDatabase, dataDir: string): Promise<number> {
  const filed = await readTombstoneFile(dataDir);
  await fileKnown(db, dataDir, filed);
  return (await readTombstoneFile(dataDir)).length - filed.length;
}

/** For a backup that is sealed: who was erased until now, and the keys that tell it on another machine. */
export async function exportTombstones(
  db: AppDatabase,
  dataDir: string,
): Promise<{ keys: string[]; lines: TombstoneLine[] }> {
  await fileTombstonesOfOthers(db, dataDir);
  return { keys: listTombstoneKeys(dataDir), lines: await readTombstoneFile(dataDir) };
}

/** Adds what this machine does not know; its own key stays the first. */
export async function importTombstones(
  dataDir: string,
  { keys, lines }: { keys: readonly string[]; lines: readonly unknown[] },
): Promise<void> {
  addTombstoneKeys(dataDir, keys);
  const isFiled = new Set((await readTombstoneFile(dataDir)).map((line) => JSON.stringify(line)));
  const parsed = parseTombstoneLines(lines);
  await addToTombstoneFile(
    dataDir,
    parsed.filter((line) => !isFiled.has(JSON.stringify(line))),
  );
}

async function fileKnown(
  db: AppDatabase,
  dataDir: string,
  filed: readonly TombstoneLine[],
): Promise<TombstoneLine[]> {
  const known = await listTombstones(db.kysely);
  const isFiled = new Set(filed.map((line) => `${keyOf(line)} ${line.erased_at}`));
  const missing = known.filter((line) => !isFiled.has(`${keyOf(line)} ${line.erased_at}`));
  await addToTombstoneFile(dataDir, missing);
  return known;
}

/** Older versions wrote bare hashes, which a guessed address can be tried against. None of them stays. */
async function wrapFile(dataDir: string, keys: TombstoneKeys): Promise<TombstoneLine[]> {
  const filed = await readTombstoneFile(dataDir);
  const wrapped = filed.map((line) => wrap(line, keys));
  if (wrapped.some((line, index) => line.subject_hash !== filed[index]?.subject_hash)) {
    await rewriteTombstoneFile(dataDir, wrapped);
  }
  return wrapped;
}

async function wrapTable(db: AppDatabase, keys: TombstoneKeys): Promise<void> {
  const known = await listTombstones(db.kysely);
  const plain = known.filter((line) => wrap(line, keys).subject_hash !== line.subject_hash);
  if (plain.length === 0) return;
  await runErasing(db, async (trx) => {
    await insertTombstones(
      trx,
      plain.map((line) => wrap(line, keys)),
    );
    await removeTombstones(trx, plain);
  });
}

const wrap = (line: TombstoneLine, keys: TombstoneKeys): TombstoneLine => ({
  ...line,
  subject_hash: keys.wrap(line.subject_hash),
});

/** One of each: PostgreSQL takes no second one in the same statement. */
function newestOf(lines: readonly TombstoneLine[]): TombstoneLine[] {
  const inTime = lines.toSorted((one, two) => one.erased_at.localeCompare(two.erased_at));
  return [...new Map(inTime.map((line) => [keyOf(line), line])).values()];
}

async function eraseAgain(db: AppDatabase, subject: Subject, now: string): Promise<void> {
  await runErasing(db, async (trx) => {
    await erasePerson(db, trx, { ...subject, now });
    const after = { status: 'erased', because: 'restored' };
    await logDecision(trx, { actor: 'system', action: 'erase', requestId: undefined, after, now });
  });
}

const keyOf = ({ kind, subject_hash }: Pick<TombstoneLine, 'kind' | 'subject_hash'>) =>
  `${kind} ${subject_hash}`;
