import type { ColumnType } from '#contract/rows/define-table.ts';
import { toWireTimestamp } from '#db/codecs.ts';
import type { Actor } from '#server/core/actors/actor.ts';
import { mayAs } from '#server/core/actors/admin-role.ts';
import type { Registry, TableDefinition } from '#server/tables/registry.ts';

export type Row = Record<string, unknown>;

/** The part of a table's registration used by event streams. */
export interface ChangeTable {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: ColumnType }[];
  /** All users of a role see the same rows, so the policy is evaluated once per role. */
  readonly isSharedByRole: boolean;
  /** Applies the select policy of reads. Admins also get every row of an `isAnnounced` table; `render` empties it. */
  canSee(actor: Actor, row: Row): boolean;
  /** Returns the columns that a read shows. Admins get unmasked values, but no columns of an `isAnnounced` table. */
  render(row: Row, reader: { isAdmin: boolean; origin: string }): Row;
  /** Changes whenever `render` may return something else for the same row. */
  version(): number;
}

export type FindChangeTable = (name: string) => ChangeTable | undefined;

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
