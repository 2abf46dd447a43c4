import type { Kysely } from 'kysely';
import { toJson } from '#db/codecs.ts';
import type { Database } from '#db/schema/database.ts';
import type { Actor } from '#server/core/actor.ts';
import { appendToAuditLog } from '#server/core/audit-log.repository.ts';
import { inChunks } from '#server/core/in-chunks.ts';
import type { TableDefinition } from '../table-definition.ts';
import { keyOf } from './row-keys.ts';
import type { Row } from './row-values.ts';

export interface AuditedChange {
  readonly before: Row | null;
  readonly after: Row | null;
}

/** What the admin does is written down where it is done; rows hold registered columns only, so no secret. */
export async function recordAudit(
  trx: Kysely<Database>,
  actor: Actor,
  table: TableDefinition,
  action: 'insert' | 'update' | 'delete',
  changes: readonly AuditedChange[],
): Promise<void> {
  for await (const chunk of inChunks(changes)) {
    const entries = chunk.map(({ before, after }) => ({
      actor: actor.userId ?? actor.role,
      action,
      table_name: table.name,
      row_id: keyOf(table.primaryKey, after ?? before ?? {}).join(','),
      before: before === null ? null : toJson(before),
      after: after === null ? null : toJson(after),
    }));
    await appendToAuditLog(trx, entries);
  }
}

export const isAudited = (actor: Actor): boolean => actor.role === 'service_role';
