import { z } from 'zod';
import { timestampSchema, userIdSchema } from './columns.ts';
import type { Column, ColumnType, RowOf, Table } from './define-table.ts';

type ShapeOf<T extends Table> = {
  [C in keyof RowOf<T>]: z.ZodType<RowOf<T>[C], RowOf<T>[C]>;
};

const TYPES: Readonly<Record<ColumnType, z.ZodType>> = {
  integer: z.int(),
  'double precision': z.number(),
  text: z.string(),
  boolean: z.boolean(),
  uuid: userIdSchema,
  'timestamp with time zone': timestampSchema,
  json: z.json(),
};

/** Parses rows of a table; `overrides` replace the schemas of single columns. */
export function rowSchema<T extends Table>(
  { columns }: T,
  overrides: Partial<ShapeOf<T>> = {},
): z.ZodObject<ShapeOf<T>> {
  const shape = Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [name, schemaOf(column)]),
  );
  // Safe: built from the columns that define the type.
  return z.object({ ...shape, ...overrides } as ShapeOf<T>);
}

function schemaOf({ type, values, nullable }: Column): z.ZodType {
  const schema = values === undefined ? TYPES[type] : z.enum(values);
  return nullable ? schema.nullable() : schema;
}
