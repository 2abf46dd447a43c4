import type { Executor } from '#db/schema/database.ts';

/** A repeated upload updates the name. */
export async function saveFileName(db: Executor, path: string, name: string): Promise<void> {
  await db
    .insertInto('file_names')
    .values({ path, name })
    .onConflict((conflict) => conflict.column('path').doUpdateSet({ name }))
    .execute();
}

export async function findFileName(db: Executor, path: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('file_names')
    .select('name')
    .where('path', '=', path)
    .executeTakeFirst();
  return row?.name;
}

export async function deleteFileName(db: Executor, path: string): Promise<void> {
  await db.deleteFrom('file_names').where('path', '=', path).execute();
}
