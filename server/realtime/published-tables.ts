import { toWireTimestamp } from '#db/codecs.ts';
import { mayAtTable } from '#server/core/admin-role.ts';
import type { Registry } from '#server/tables/registry.ts';
import type { TableDefinition } from '#server/tables/table-definition.ts';
import type { ChangeTable, FindChangeTable, Row } from './change-table.ts';

/** The tables in the change log as the table engine knows them: same columns, same policy, same masks. */
export function createFindChangeTable(registry: Registry): FindChangeTable {
  const logged = [...registry.tables.values()].filter(({ isLogged }) => isLogged);
  const tables = new Map(logged.map((table) => [table.name, createChangeTable(table)]));
  return (name) => tables.get(name);
}

function createChangeTable(definition: TableDefinition): ChangeTable {
  const { name, columns, policy, isAnnounced } = definition;
  const masks = Object.values(columns).flatMap(({ mask }) => mask ?? []);
  return {
    name,
    isSharedByRole: policy.select.isAlike,
    canSee: (actor, row) =>
      mayAtTable(actor, 'read', name) &&
      ((isAnnounced && actor.role === 'service_role') || policy.select.allows(actor, row)),
    version: () => masks.reduce((sum, mask) => sum + mask.version(), 0),
    render(row, { isAdmin }) {
      if (isAnnounced && isAdmin) return {};
      const rendered: Row = {};
      for (const [column, { type, mask }] of Object.entries(columns)) {
        const value = (mask && !isAdmin ? mask.value(row) : row[column]) ?? null;
        const isTime = type === 'timestamp with time zone' && typeof value === 'string';
        rendered[column] = isTime ? toWireTimestamp(value) : value;
      }
      return rendered;
    },
  };
}
