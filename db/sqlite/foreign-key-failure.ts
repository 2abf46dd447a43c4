import type { SqliteHandle } from './handle.ts';

export interface ForeignKeyFailure {
  table: string;
  column: string;
  constraint: string;
  key: { columns: string[]; values: string[] };
}

const explanations = new WeakMap<Error, ForeignKeyFailure>();

export function findForeignKeyFailure(error: Error): ForeignKeyFailure | undefined {
  return explanations.get(error);
}

const TARGET =
  /^\s*(?:insert(?:\s+or\s+\w+)?\s+into|replace\s+into|update(?:\s+or\s+\w+)?|delete\s+from)\s+"?(\w+)"?/i;
/** The rows just written are the newest; a limit keeps a failing request cheap on a large table. */
const MAX_CHECKED_ROWS = 1000;

/**
 * SQLite reports only that *a* foreign key failed. To find it, this repeats the statement with deferred checks,
 * compares the newest rows with their parents, and rolls back.
 */
export function explainForeignKeyFailure(
  error: Error,
  handle: SqliteHandle,
  sql: string,
  parameters: unknown[],
): void {
  const table = TARGET.exec(sql)?.[1];
  if (table === undefined) return;
  handle.exec('savepoint explain_foreign_key');
  try {
    handle.pragma('defer_foreign_keys = ON');
    const statement = handle.prepare(sql);
    if (statement.reader) statement.all(parameters);
    else statement.run(parameters);
    const failure = findOrphan(handle, table, sql);
    if (failure) explanations.set(error, failure);
  } catch {
    // The explanation is optional; the caller still gets the original error.
  } finally {
    handle.exec('rollback to explain_foreign_key');
    handle.exec('release explain_foreign_key');
    handle.pragma('defer_foreign_keys = OFF');
  }
}

interface ForeignKey {
  table: string;
  from: string;
  to: string | null;
}

function findOrphan(
  handle: SqliteHandle,
  table: string,
  statement: string,
): ForeignKeyFailure | undefined {
  const isDelete = /^\s*delete/i.test(statement);
  const outgoing = foreignKeysOf(handle, table).map((key) => ({ child: table, ...key }));
  const incoming = tableNames(handle).flatMap((child) =>
    foreignKeysOf(handle, child)
      .filter((key) => key.table === table)
      .map((key) => ({ child, ...key })),
  );
  for (const { child, table: parent, from, to } of [...outgoing, ...incoming]) {
    const orphan = handle
      .prepare<[], { value: unknown }>(
        `select c.value from (select "${from}" as value from "${child}" order by rowid desc limit ${MAX_CHECKED_ROWS}) as c
         where c.value is not null
           and not exists (select 1 from "${parent}" as p where p."${to ?? 'id'}" = c.value)`,
      )
      .get();
    if (orphan) {
      const values = [String(orphan.value)];
      const key = { columns: [child === table && !isDelete ? from : (to ?? 'id')], values };
      return { table: child, column: from, constraint: `${child}_${from}_fkey`, key };
    }
  }
  return undefined;
}

function foreignKeysOf(handle: SqliteHandle, table: string): ForeignKey[] {
  return handle
    .prepare<[string], ForeignKey>('select "table", "from", "to" from pragma_foreign_key_list(?)')
    .all(table);
}

function tableNames(handle: SqliteHandle): string[] {
  return handle
    .prepare<[], { name: string }>("select name from sqlite_schema where type = 'table'")
    .all()
    .map(({ name }) => name);
}
