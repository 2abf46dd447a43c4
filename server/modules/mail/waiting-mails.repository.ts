import { sql } from 'kysely';
import { LEASE_MS, timesOf } from '#db/leases.ts';
import type { AppDatabase } from '#db/open.ts';
import type { Executor } from '#db/schema/database.ts';

export interface WaitingMailRow {
  id: string;
  sealed: string;
  tries: number;
}

/** Marks a mail that the next process takes over. */
const NO_HOLDER = '';

/** False if the queue is at `capacity`. Without a holder, any process takes it after the commit. */
export async function insertWaitingMail(
  db: AppDatabase,
  mail: { id: string; sealed: string; holder: string | undefined; capacity: number },
  executor: Executor = db.kysely,
): Promise<boolean> {
  const { now, after } = timesOf(db);
  const { rows } = await sql`
    insert into waiting_mails (id, sealed, tries, holder, held_until)
    select ${mail.id}, ${mail.sealed}, 0, ${mail.holder ?? NO_HOLDER},
      ${mail.holder === undefined ? now : after(LEASE_MS)}
    where (select count(*) from waiting_mails) < ${mail.capacity} returning id`.execute(executor);
  return rows.length > 0;
}

/** Takes over mails without a holder and of dead holders. */
export async function claimWaitingMails(
  db: AppDatabase,
  holder: string,
  limit: number,
): Promise<WaitingMailRow[]> {
  const { now, after } = timesOf(db);
  // A lease that ends later than a new one is free too: the database's clock was set back.
  const isFree = sql`(held_until <= ${now} or held_until > ${after(LEASE_MS)})`;
  // Checked first without a lock, since there is rarely anything to claim.
  const free = await sql<{ id: string }>`select id from waiting_mails
    where ${isFree} order by held_until limit ${limit}`.execute(db.kysely);
  if (free.rows.length === 0) return [];
  const ids = sql.join(free.rows.map(({ id }) => id));
  const { rows } = await sql<WaitingMailRow>`
    update waiting_mails set holder = ${holder}, held_until = ${after(LEASE_MS)}
    where id in (${ids}) and ${isFree} returning id, sealed, tries`.execute(db.kysely);
  return rows;
}

/** False if another process has the mail or it was deleted. */
export async function beginTry(db: AppDatabase, id: string, holder: string): Promise<boolean> {
  const { rows } = await sql`
    update waiting_mails set tries = tries + 1, held_until = ${timesOf(db).after(LEASE_MS)}
    where id = ${id} and holder = ${holder} returning id`.execute(db.kysely);
  return rows.length > 0;
}

export async function extendLeases(
  db: AppDatabase,
  ids: readonly string[],
  holder: string,
): Promise<void> {
  if (ids.length === 0) return;
  await sql`update waiting_mails set held_until = ${timesOf(db).after(LEASE_MS)}
    where id in (${sql.join(ids)}) and holder = ${holder}`.execute(db.kysely);
}

/** Ends the lease, so that another process can take the mail. */
export async function releaseWaitingMail(
  db: AppDatabase,
  id: string,
  holder: string,
): Promise<void> {
  await sql`update waiting_mails set held_until = ${timesOf(db).now}
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
