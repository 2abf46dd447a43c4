import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '#db/schema/database.ts';
import type { TableQuery } from '../query/ast.ts';
import { fieldsOf, fromOf, orderOf, whereOf } from '../read/build-select.ts';
import type { BuildContext } from '../read/expressions.ts';
import type { Scope } from '../read/scope.ts';
import type { TableDefinition } from '../table-definition.ts';
import type { Preferences } from '../table-request.ts';
import { recordAudit } from './audit.ts';
import { keyIn, keyOf, keyText, type Row, type RowKey } from './rows.ts';

/** A write within its transaction. */
export interface Mutation {
  readonly trx: Kysely<Database>;
  /** Keys of affected rows, if found beforehand. */
  readonly among: readonly RowKey[] | null;
  readonly context: BuildContext;
  readonly table: TableDefinition;
  readonly query: TableQuery;
  readonly scope: Scope;
  readonly prefer: Preferences;
  /** The answer shows the rows, so the caller must be allowed to see them. */
  readonly showsRows: boolean;
}

export interface Outcome {
  /** Keys of written rows, in order. */
  readonly keys: readonly RowKey[];
  /** As JSON, if the answer shows them. */
  readonly rows: readonly string[] | null;
  /** Whether any row is new. */
  readonly isCreation: boolean;
}

export const NOTHING: Outcome = { keys: [], rows: [], isCreation: false };

/** Whole rows for policies and the audit log; never sent to clients. */
export async function selectRows(
  { trx, table, context }: Pick<Mutation, 'trx' | 'table' | 'context'>,
  where: RawBuilder<SqlBool>,
  order: RawBuilder<unknown>,
  options: { forUpdate: boolean; limit?: number },
): Promise<Row[]> {
  const columns = Object.keys(table.columns).map((name) => sql.ref(`t0.${name}`));
  const { rows } = await sql<Row>`select ${sql.join(columns)} from ${sql.table(table.name)} as t0
    where ${where} order by ${order} ${options.limit === undefined ? sql`` : sql`limit ${options.limit}`}
    ${options.forUpdate ? context.dialect.forUpdate : sql``}`.execute(trx);
  return rows;
}

interface Written {
  readonly keys: readonly RowKey[];
  readonly rows: readonly Row[];
  /** Previously existing rows, before the write. */
  readonly before: readonly Row[];
  readonly isCreation: boolean;
}

/** Runs after every insert: audit log, the table's `afterInsert`, and the rows as the caller sees them. */
export async function afterWrite(mutation: Mutation, written: Written): Promise<Outcome> {
  const { trx, table, context, scope, showsRows } = mutation;
  const { dialect, actor, now } = context;
  if (actor.role === 'service_role') await audit(mutation, written);
  const { rows: sent } = written;
  const keys =
    (await table.afterInsert?.({ trx, dialect, actor, keys: written.keys, rows: sent, now })) ??
    written.keys;
  const rows = showsRows ? await readRepresentation(trx, context, scope, keys) : null;
  return { keys, rows, isCreation: written.isCreation };
}

async function audit(mutation: Mutation, { keys, before }: Written): Promise<void> {
  const { trx, table, context } = mutation;
  if (keys.length === 0) return;
  const known = new Map(before.map((row) => [keyText(keyOf(table.primaryKey, row)), row]));
  const after = await selectRows(
    mutation,
    keyIn(context.dialect, table, table.primaryKey, keys, 't0'),
    sql.ref(`t0.${table.primaryKey[0] ?? ''}`),
    { forUpdate: false },
  );
  const changes = after.map((row) => ({
    before: known.get(keyText(keyOf(table.primaryKey, row))) ?? null,
    after: row,
  }));
  const isNew = (change: { before: Row | null }) => change.before === null;
  const old = changes.filter((change) => !isNew(change));
  await recordAudit(trx, context.actor, table, 'insert', changes.filter(isNew));
  await recordAudit(trx, context.actor, table, 'update', old);
}

/** Written rows as the reader may see them, with embeds: in the requested order, else in the order written. */
export async function readRepresentation(
  trx: Kysely<Database>,
  context: BuildContext,
  scope: Scope,
  keys: readonly RowKey[],
): Promise<string[]> {
  if (keys.length === 0) return [];
  // Drops the filters, because written rows may no longer match them.
  const written: Scope = { ...scope, level: { ...scope.level, conditions: [] } };
  const { table, alias } = scope;
  const names = table.primaryKey;
  const columns = names.map((name) => sql.ref(`${alias}.${name}`));
  const body = context.dialect.jsonObject(fieldsOf(context, written));
  const { rows } = await sql<Row & { row_body: string }>`
    select ${body} as row_body, ${sql.join(columns)} from ${fromOf(written)}
    where ${whereOf(context, written)} and ${keyIn(context.dialect, table, names, keys, alias)}
    order by ${orderOf(context, written)}`.execute(trx);
  if (scope.level.order.length > 0) return rows.map(({ row_body }) => row_body);
  const bodies = new Map(rows.map((row) => [keyText(keyOf(names, row)), row.row_body]));
  return keys.flatMap((key) => bodies.get(keyText(key)) ?? []);
}
