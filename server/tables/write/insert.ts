import type { Payload } from './body.ts';
import { conclude } from './conclude.ts';
import { runInserts } from './insert-statement.ts';
import { type Mutation, NOTHING, type Outcome } from './mutation.ts';
import { proposeRows } from './proposed-rows.ts';

/** `POST` without a resolution: a row that is there already refuses them all. */
export async function insertRows(mutation: Mutation, payload: Payload): Promise<Outcome> {
  const rows = await proposeRows(mutation, payload, { needsSight: mutation.showsRows });
  if (rows.length === 0) return NOTHING;
  const keys = await runInserts(mutation, rows);
  return conclude(mutation, { keys, rows, before: [], isCreation: true });
}
