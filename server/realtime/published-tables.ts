import { toWireTimestamp } from '#db/codecs.ts';
import { mayAs } from '#server/core/actors/admin-role.ts';
import type { Registry, TableDefinition } from '#server/tables/registry.ts';
import type { ChangeTable, FindChangeTable, Row } from './change-table.ts';

/** Tables of the change log, with the table engine's columns, policies and masks. */
export function createFindChangeTable(registry: Registry): FindChangeTable {
  const logged = [...registry.tables.values()].filter(({ isLogged }) => isLogged);
  const tables = new Map(logged.map((table) => [table.name, createChangeTable(table)]));
  return (name) => tables.get(name);
}

function createChangeTable(definition: TableDefinition): ChangeTable {
  const { name, area, columns, policy, isAnnounced } = definition;
  const masks = Object.values(columns).flatMap(({ mask }) => mask ?? []);
  return {
    name,
    columns: Object.entries(columns).map(([column, { type }]) => ({ name: column, type })),
    isSharedByRole: policy.select.isPubliclyCacheable,
    canSee: (actor, row) =>
      mayAs(actor, 'read', area) &&
      ((isAnnounced && actor.role === 'service_role') || policy.select.allows(actor, row)),
    version: () => masks.reduce((sum, mask) => sum + mask.version(), 0),
    render(row, { isAdmin, origin }) {
      if (isAnnounced && isAdmin) return {};
      const rendered: Row = {};
      for (const [column, { type, mask, isAddress }] of Object.entries(columns)) {
        const value = (mask && !isAdmin ? mask.value(row) : row[column]) ?? null;
        const isTime = type === 'timestamp with time zone' && typeof value === 'string';
        const isPath = isAddress && typeof value === 'string' && value.startsWith('/');
        if (isPath) rendered[column] = origin + value;
        else rendered[column] = isTime ? toWireTimestamp(value) : value;
      }
      return rendered;
    },
  };
}
