import { sql } from 'kysely';
import { timesOf } from '#db/leases.ts';
import type { AppDatabase } from '#db/open.ts';
import type { Executor } from '#db/schema/database.ts';

export interface WaitingMailRow {
  id: string;
  sealed: string;
  tries: number;
}

/** Longer than one attempt takes. */
const CLAIM_MS = 120_000;

/** False if the queue is at `capacity`. */
export async function insertWaitingMail(
  db: AppDatabase,
  mail: { id: string; sealed: string; capacity: number },
  executor: Executor = db.kysely,
): Promise<boolean> {
  const { rows } = await sql`
    insert into waiting_mails (id, sealed, tries, holder, held_until)
    select ${mail.id}, ${mail.sealed}, 0, '', ${timesOf(db).now}
    where (select count(*) from waiting_mails) < ${mail.capacity} returning id`.execute(executor);
  return rows.length > 0;
}

/** Claims a due mail for one attempt; undefined if there is none. */
export async function claimWaitingMail(
  db: AppDatabase,
  holder: string,
): Promise<WaitingMailRow | undefined> {
  const { now, after } = timesOf(db);
  const skipLocked = db.dialect === 'postgres' ? sql`for update skip locked` : sql``;
  const { rows } = await sql<WaitingMailRow>`
    update waiting_mails set holder = ${holder}, held_until = ${after(CLAIM_MS)}, tries = tries + 1
    where id = (select id from waiting_mails where held_until <= ${now}
      order by held_until limit 1 ${skipLocked})
    returning id, sealed, tries`.execute(db.kysely);
  return rows[0];
}

/** Does nothing if another process has claimed the mail meanwhile. */
export async function postponeWaitingMail(
  db: AppDatabase,
  { id, holder, waitMs }: { id: string; holder: string; waitMs: number },
): Promise<void> {
  await sql`update waiting_mails set held_until = ${timesOf(db).after(waitMs)}
    where id = ${id} and holder = ${holder}`.execute(db.kysely);
}

export async function deleteWaitingMails(
  executor: Executor,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await executor.deleteFrom('waiting_mails').where('id', 'in', ids).execute();
}

export function listWaitingMails(executor: Executor): Promise<{ id: string; sealed: string }[]> {
  return executor.selectFrom('waiting_mails').select(['id', 'sealed']).execute();
}

export async function countWaitingMails({ kysely }: AppDatabase): Promise<number> {
  const { waiting } = await kysely
    .selectFrom('waiting_mails')
    .select(({ fn }) => fn.countAll().as('waiting'))
    .executeTakeFirstOrThrow();
  return Number(waiting);
}

export async function deleteAllWaitingMails(executor: Executor): Promise<void> {
  await executor.deleteFrom('waiting_mails').execute();
}
