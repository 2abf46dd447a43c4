import type { Insertable } from 'kysely';
import type { Database } from '#db/schema/database.ts';

/** Builds rows of a table: those of the n-th sample user, with the given values in place of the defaults. */
export const rowBuilder =
  <Table extends keyof Database>(defaultsOf: (number: number) => Insertable<Database[Table]>) =>
  (number = 1, overrides: Partial<Insertable<Database[Table]>> = {}) => ({
    ...defaultsOf(number),
    ...overrides,
  });
