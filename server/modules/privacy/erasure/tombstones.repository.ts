import type { Executor } from '#db/schema/database.ts';
import type { TombstoneLine } from './tombstone-file.ts';

export async function listTombstones(db: Executor): Promise<TombstoneLine[]> {
  return db.selectFrom('tombstones').selectAll().execute();
}

/** Keeps the later time for a user who returned and was erased again. */
export async function insertTombstones(
  db: Executor,
  tombstones: readonly TombstoneLine[],
): Promise<void> {
  if (tombstones.length === 0) return;
  await db
    .insertInto('tombstones')
    .values(tombstones)
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'subject_hash'])
        .doUpdateSet((eb) => ({ erased_at: eb.ref('excluded.erased_at') }))
        .where((eb) => eb('excluded.erased_at', '>', eb.ref('tombstones.erased_at'))),
    )
    .execute();
}

interface AddressRow {
  readonly id: string | null;
  readonly email: string;
  readonly created_at: string;
}

const PAGE = 5_000;

/** Lists all email addresses in pages: those of accounts, then those of newsletter and requests. */
export async function* listAddresses(db: Executor): AsyncGenerator<AddressRow[]> {
  for (let after = ''; ; ) {
    const page = await db
      .selectFrom('users')
      .select(['id', 'email', 'created_at'])
      .$if(after !== '', (rest) => rest.where('id', '>', after))
      .orderBy('id')
      .limit(PAGE)
      .execute();
    yield page;
    if (page.length < PAGE) break;
    after = page.at(-1)?.id ?? '';
  }
  for (const table of ['newsletter_subscribers', 'deletion_requests'] as const) {
    const rows = await db
      .selectFrom(table)
      .select(['email', 'created_at'])
      .where('email', '<>', '')
      .execute();
    yield rows.map((row) => ({ id: null, ...row }));
  }
}
