import type { IncomingMessage } from 'node:http';
import type { Actor } from '#server/core/actors/actor.ts';
import { ensureMay } from '#server/core/actors/admin-role.ts';
import { isoNow } from '#server/core/clock.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { createHttpError } from '#server/core/errors.ts';
import { createQuotaCounter } from '#server/core/limiter.ts';
import { QUOTAS } from '#server/core/limits.ts';
import { parseTableQuery } from '../query/parse-query.ts';
import { isCheapRead, maxRowsByKey } from '../read/cost.ts';
import { optionsOf, type ReadDeps } from '../read/read.ts';
import { resolveScope } from '../read/scope.ts';
import type { TableDefinition } from '../registry.ts';
import { negotiateMediaType, respondToWrite, type TableResponse } from '../response/response.ts';
import { type Caller, getTable, type TableRequest } from '../table-request.ts';
import { createPreferencesError, createSingularError } from '../tables.errors.ts';
import { type Payload, parsePayload, readBody } from './body.ts';
import { deleteRows, findRowsStatement, keysOf, updateRows } from './change-rows.ts';
import { translateDatabaseError } from './constraint-errors.ts';
import { ensurePutNamesOneRow, insertRows, putRow } from './insert.ts';
import type { Mutation } from './rows.ts';

/**
 * Counts a user's writes and throws if there are too many. `found` rows were found by filters; one request with filters
 * may exceed the remaining quota.
 */
type CountWrites = (actor: Actor, rows: number, which?: 'sent' | 'found') => Promise<void>;

export interface WriteDeps extends ReadDeps {
  /** Throws if a user writes too much; if absent, nothing is counted. */
  readonly countWrites?: CountWrites | undefined;
  readonly importFiles?: ImportFiles;
}

/** Replaces external addresses in an admin's rows by those of downloaded and stored files. */
export type ImportFiles = (table: string, payload: Payload) => Promise<void>;

const WRITERS = { POST: insertRows, PUT: putRow, PATCH: updateRows, DELETE: deleteRows } as const;
type WriteMethod = keyof typeof WRITERS;

/**
 * Handles a write in this order: body, query, table, policy, one transaction, answer. The order determines which of
 * several errors is reported.
 */
export async function writeTable(
  deps: WriteDeps,
  req: IncomingMessage,
  request: TableRequest & { method: WriteMethod },
  caller: Caller,
): Promise<TableResponse> {
  const { method, prefer } = request;
  const body = method === 'DELETE' ? '' : await readBody(req);
  const query = parseTableQuery(request.rawQuery);
  const payload =
    method === 'DELETE'
      ? { rows: [], keys: [] }
      : parsePayload(body, request.headers['content-type'], query.columns !== null);
  const table = getTable(deps.registry, request);
  const { actor, origin } = caller;
  const scope = resolveScope(deps.registry, table, query, actor);
  if (actor.admin) ensureMay(actor.admin, 'write', table.area);
  const media = negotiateMediaType(request.headers.accept);
  if (prefer.handling === 'strict' && prefer.unknown.length > 0)
    throw createPreferencesError(prefer.unknown);
  if (method === 'PUT') ensurePutNamesOneRow(table, query, payload);
  await deps.countWrites?.(actor, Math.max(1, payload.rows.length));
  if (table.addressColumns.length > 0) stripOrigins(table, payload, origin);
  if (actor.role === 'service_role') await deps.importFiles?.(table.name, payload);
  const showsRows = prefer.return === 'representation' || prefer.return === 'headers-only';
  const context = { dialect: deps.db.sql, actor, now: isoNow(deps.clock), origin };
  const input = { context, table, query, scope, prefer, showsRows };
  try {
    const foundKeys =
      method === 'PATCH' || method === 'DELETE'
        ? await findAffected(deps, input, method, caller)
        : null;
    const write = WRITERS[method];
    const outcome = await deps.db.transaction(async (trx) => {
      const result = await write({ ...input, trx, foundKeys }, payload);
      // Rolls back a write with a singular answer unless it affected exactly one row.
      const affected = result.keys.length;
      if (media.form === 'object' && affected !== 1) throw createSingularError(affected);
      return result;
    });
    return respondToWrite(request, table, media, outcome);
  } catch (error) {
    throw translateDatabaseError(error, table.name, { table, rows: payload.rows });
  }
}

/**
 * Finds rows before the transaction if filters may be slow, since SQLite has one writer; also for a user's bulk
 * changes, because each row counts against the write limit.
 */
async function findAffected(
  deps: WriteDeps,
  input: Omit<Mutation, 'trx' | 'foundKeys'>,
  method: 'PATCH' | 'DELETE',
  caller: Caller,
): Promise<Mutation['foundKeys']> {
  const verb = method === 'PATCH' ? 'update' : 'delete';
  const { scope, query } = input;
  if (query.root.conditions.length === 0) return null;
  const isCheap = isCheapRead(scope, await deps.db.rowsOf());
  const isCounted = verb === 'update' && caller.actor.userId !== null && maxRowsByKey(scope) !== 1;
  if (isCheap && !isCounted) return null;
  const statement = findRowsStatement(deps.db.kysely, input, verb);
  const found = keysOf(input, [...(await deps.db.read(statement, optionsOf(caller, isCheap)))]);
  // The request itself is already counted as one.
  if (isCounted) await deps.countWrites?.(caller.actor, Math.max(0, found.length - 1), 'found');
  return found;
}

/** Removes this server's origin from addresses before they are stored. */
function stripOrigins(
  { addressColumns }: TableDefinition,
  { rows }: Payload,
  origin: string,
): void {
  for (const row of rows) {
    for (const name of addressColumns) {
      const address = row[name];
      if (typeof address === 'string' && address.startsWith(`${origin}/`)) {
        row[name] = address.slice(origin.length);
      }
    }
  }
}

export function createWriteCounter(
  deps: Pick<ServerDeps, 'config' | 'db' | 'clock'>,
): CountWrites | undefined {
  const limit = deps.config.WRITES_PER_MINUTE;
  if (limit === 0) return undefined;
  const take = createQuotaCounter(deps, { ...QUOTAS.writes, limit });
  return async ({ userId }, rows, which = 'sent') => {
    if (userId === null || rows === 0) return;
    const waitMs = await take(userId, rows, which === 'found');
    if (waitMs === 0) return;
    const seconds = Math.max(1, Math.ceil(waitMs / 1000));
    throw createHttpError(
      429,
      `Too many rows were written in one minute. Please try again in ${seconds} seconds.`,
      { 'Retry-After': String(seconds) },
    );
  };
}
