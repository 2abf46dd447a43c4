import { always, byRole, never, type Rule } from './rules.ts';

/** Who may do what with the rows of one table. What is not said is refused. */
export interface TablePolicy<Row> {
  readonly select: Rule<Row>;
  /** Asked about the row as it would be. */
  readonly insert: Rule<Row>;
  /** Asked about the row as it is and as it would be. */
  readonly update: Rule<Row>;
  readonly delete: Rule<Row>;
}

export function definePolicy<Row>(rules: Partial<TablePolicy<Row>>): TablePolicy<Row> {
  return { select: never, insert: never, update: never, delete: never, ...rules };
}

/** Only the admin, who is let in by password and whose writes are all in the audit log. */
export const adminOnly = byRole({ service_role: always });
