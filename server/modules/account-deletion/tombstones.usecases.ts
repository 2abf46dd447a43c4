import { hash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { runErasing } from '#db/erasing-transaction.ts';
import type { AppDatabase } from '#db/open.ts';
import type { Database } from '#db/schema/database.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { logDecision } from './decisions.repository.ts';
import { erasePerson, type Subject } from './erasure.repository.ts';
import { addToTombstoneFile, readTombstoneFile, type TombstoneLine } from './tombstone-file.ts';
import { insertTombstones, listKnown, listTombstones } from './tombstones.repository.ts';

/** In the transaction that takes her away. */
export async function leaveTombstones(
  trx: Kysely<Database>,
  subject: Subject,
  now: string,
): Promise<void> {
  await insertTombstones(trx, createTombstones(subject, now));
}

/** After the commit: what is not true yet must not stand outside the database. */
export async function fileTombstones(
  { config, logger }: Pick<ServerDeps, 'config' | 'logger'>,
  subject: Subject,
  now: string,
): Promise<void> {
  try {
    await addToTombstoneFile(config.DATA_DIR, createTombstones(subject, now));
  } catch (err) {
    logger.error({ err }, 'a tombstone was not written beside the database; the next start does');
  }
}

/** What stays of an erased person. */
export function createTombstones({ userId, emails }: Subject, now: string): TombstoneLine[] {
  return [
    ...emails.map((email) => createTombstone('email', email, now)),
    ...(userId === null ? [] : [createTombstone('user', userId, now)]),
  ];
}

function createTombstone(kind: 'email' | 'user', subject: string, erased_at: string) {
  return { kind, subject_hash: hashSubject(subject), erased_at };
}

/**
 * Erases again whoever came back with a restored backup, before anybody can read; answers how many. The
 * table and the file beside the database learn from each other, so that either may be the older one.
 */
export async function applyTombstones(db: AppDatabase, dataDir: string): Promise<number> {
  const tombstones = await collectTombstones(db, dataDir);
  if (tombstones.length === 0) return 0;
  const erasedAt = new Map(tombstones.map((line) => [keyOf(line), line.erased_at]));
  let erased = 0;
  for await (const page of listKnown(db.kysely)) {
    for (const { id, email, created_at } of page) {
      const byId = id === null ? undefined : erasedAt.get(`user ${hashSubject(id)}`);
      const byEmail = erasedAt.get(`email ${hashSubject(email)}`);
      // Whoever came back by herself, after the erasure, stays.
      const isBack = byEmail !== undefined && created_at > byEmail;
      const now = byId ?? (isBack ? undefined : byEmail);
      if (now === undefined) continue;
      await eraseAgain(db, { userId: id, emails: isBack ? [] : [email] }, now);
      erased += 1;
    }
  }
  return erased;
}

async function collectTombstones(db: AppDatabase, dataDir: string): Promise<TombstoneLine[]> {
  const filed = await readTombstoneFile(dataDir);
  await insertTombstones(db.kysely, newestOf(filed));
  const known = await listTombstones(db.kysely);
  const isFiled = new Set(filed.map((line) => `${keyOf(line)} ${line.erased_at}`));
  const missing = known.filter((line) => !isFiled.has(`${keyOf(line)} ${line.erased_at}`));
  await addToTombstoneFile(dataDir, missing);
  return known;
}

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

const keyOf = ({ kind, subject_hash }: TombstoneLine) => `${kind} ${subject_hash}`;
const hashSubject = (subject: string): string => hash('sha256', subject);
