import { describe, expect, expectTypeOf, test } from 'vitest';
import type { InsertOf, Table, UpdateOf } from '#contract/rows/define-table.ts';
import { rowSchema } from '#contract/rows/row-schema.ts';
import { TABLES } from '#contract/rows/tables.ts';
import { sampleUuid } from '#db/seeds/sample-uuid.ts';
import { createTestDatabase, ENGINES } from '#tests/support/databases/create-test-db.ts';
import { ROW_OF_EACH_TABLE } from '#tests/support/databases/row-of-each-table.ts';
import { ADMIN, createTablesServer } from '#tests/support/servers/create-tables-server.ts';

/** Not readable by admins either. */
const OWNER_ONLY = ['favorites', 'playback_positions', 'user_activity'];

test('an insert type requires only columns without a default, and is empty for read-only tables', () => {
  expectTypeOf<InsertOf<typeof TABLES.favorites>>().toExtend<{
    user_id: string;
    content_id: number;
    created_at?: string;
  }>();
  expectTypeOf<UpdateOf<typeof TABLES.favorites>>().toEqualTypeOf<Record<string, never>>();
  expectTypeOf<InsertOf<typeof TABLES.audit_log>>().toEqualTypeOf<Record<string, never>>();
});

describe.each(ENGINES)('on %s', (engine) => {
  test('a column is nullable exactly if the database allows it', async () => {
    const { kysely } = await createTestDatabase(engine);
    const found = new Map(
      (await kysely.introspection.getTables()).map(({ name, columns }) => [name, columns]),
    );
    for (const { name: table, columns } of Object.values<Table>(TABLES)) {
      const nullable = new Map(found.get(table)?.map((it) => [it.name, it.isNullable]));
      for (const [name, column] of Object.entries(columns)) {
        // SQLite reports a generated key as nullable.
        const isKey = column.default.kind === 'identity';
        expect([table, name, isKey ? false : nullable.get(name)]).toEqual([
          table,
          name,
          column.nullable,
        ]);
      }
    }
  });

  test('[E1] responses have the columns and types of the contract, and no others', async () => {
    const { request } = await createTablesServer(engine, { rows: ROW_OF_EACH_TABLE });
    for (const [table, definition] of Object.entries<Table>(TABLES)) {
      const as = OWNER_ONLY.includes(table) ? sampleUuid('user', 1) : ADMIN;
      const found: unknown = await (await request(`/${table}`, { as })).json();
      const parsed = rowSchema(definition).strict().array().min(1).safeParse(found);
      expect(parsed.error?.issues, table).toBeUndefined();
    }
  });
});
