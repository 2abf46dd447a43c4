import type { AppDatabase } from '#db/open.ts';
import { isSharedTable } from './read/plan.ts';
import type { Registry } from './registry.ts';

/** Looked through when they are asked about; of more than these it is taken that the last one counts. */
const FEW = 1_000;

/**
 * What a copy of the database must have to answer what all share: up to the change given, the last one of a
 * table of such rows. Somebody's heart, of which there are many, asks nothing of it. Undefined while no copy is used.
 */
export function createSharedChanges(
  db: AppDatabase,
  registry: Registry,
): (latestId: number) => Promise<number | undefined> {
  const shared = [...registry.tables.values()].filter(isSharedTable).map(({ name }) => name);
  let seen = 0;
  let last = 0;
  return async (latestId) => {
    if (!db.replicaState?.()?.isUsed) return undefined;
    if (latestId > seen) {
      const found = latestId - seen > FEW ? latestId : await findLast(db, shared, seen, latestId);
      // Others may have asked meanwhile; the higher number is the stricter one.
      last = Math.max(last, found);
      seen = Math.max(seen, latestId);
    }
    return last;
  };
}

async function findLast(
  { kysely }: AppDatabase,
  tables: readonly string[],
  after: number,
  upTo: number,
): Promise<number> {
  const { last } = await kysely
    .selectFrom('change_log')
    .select((eb) => eb.fn.max<number | null>('id').as('last'))
    .where('id', '>', after)
    .where('id', '<=', upTo)
    .where('table_name', 'in', tables)
    .executeTakeFirstOrThrow();
  return last ?? 0;
}
