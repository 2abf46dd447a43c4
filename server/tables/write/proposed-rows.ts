import type { Payload } from './body.ts';
import { ensureQuota, ensureWithinLengths } from './limits.ts';
import type { Mutation } from './mutation.ts';
import { ensureParentsVisible } from './parents.ts';
import {
  ensureAllowed,
  ensureNoNulls,
  ensureSound,
  ensureWritable,
  getBodyColumn,
  type Row,
  readCells,
  withDefaults,
} from './row-values.ts';

/** The columns a request gives values for. */
export const namesOf = ({ query }: Mutation, { keys }: Payload): readonly string[] =>
  query.columns ?? keys;

/** The rows as they would be, all of them let in by the policy; `needsSight`: also as rows she may see. */
export async function proposeRows(
  mutation: Mutation,
  payload: Payload,
  options: { needsSight: boolean },
): Promise<Row[]> {
  const { table, context, prefer } = mutation;
  const { actor, now } = context;
  const names = namesOf(mutation, payload);
  for (const name of names) getBodyColumn(table, name);
  ensureWritable(actor, table, table.insertable, names);
  const missing = prefer.missing ?? 'null';
  const proposed = payload.rows.map((source) =>
    withDefaults(table, readCells(table, source, names, missing, now), now),
  );
  const rules = options.needsSight ? (['insert', 'select'] as const) : (['insert'] as const);
  for (const row of proposed) ensureAllowed(actor, table, row, rules, now);
  for (const row of proposed) ensureNoNulls(table, row);
  for (const row of proposed) ensureSound(table, row);
  for (const row of proposed) ensureWithinLengths(table, row);
  await ensureQuota(mutation, proposed.length);
  await ensureParentsVisible(mutation, proposed);
  return proposed;
}
