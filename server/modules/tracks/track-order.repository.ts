import { type Kysely, sql } from 'kysely';
import type { DialectSql } from '#db/dialect-sql.ts';
import type { Database } from '#db/schema/database.ts';
import type { CellValue } from '#server/tables/values/json-values.ts';

type Executor = Kysely<Database>;

/** A track in the order of all: by position, and by id where two have the same. */
export interface Place {
  readonly id: number;
  readonly position: number;
  readonly title: string;
}

const COLUMNS = ['id', 'position', 'title'] as const;

/** Moves take turns: each looks for room between neighbours that another might be filling. */
export async function waitForTurn(trx: Executor, dialect: DialectSql): Promise<void> {
  await sql`select id from audio_content order by id limit 1 ${dialect.forUpdate}`.execute(trx);
}

export function findPlace(trx: Executor, id: number): Promise<Place | undefined> {
  return trx.selectFrom('audio_content').select(COLUMNS).where('id', '=', id).executeTakeFirst();
}

/** The next ones in one direction, the nearest first, as if the track that is moved were not there. */
export function findNeighbours(
  trx: Executor,
  { id, position }: Place,
  way: 'up' | 'down',
  { leaveOut, limit }: { leaveOut: number; limit: number },
): Promise<Place[]> {
  const direction = way === 'up' ? 'desc' : 'asc';
  return trx
    .selectFrom('audio_content')
    .select(COLUMNS)
    .where(
      way === 'up'
        ? sql<boolean>`(position, id) < (${position}, ${id})`
        : sql<boolean>`(position, id) > (${position}, ${id})`,
    )
    .where('id', '<>', leaveOut)
    .orderBy('position', direction)
    .orderBy('id', direction)
    .limit(limit)
    .execute();
}

/** Those of these tracks that were made at this moment and stand where the column puts them by default. */
export async function findUnplaced(
  trx: Executor,
  ids: readonly CellValue[],
  madeAt: string,
): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await trx
    .selectFrom('audio_content')
    .select('id')
    .where('id', 'in', ids.map(Number))
    .where('position', '=', 0)
    .where('created_at', '=', madeAt)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

export async function findLastPosition(trx: Executor): Promise<number> {
  const row = await trx
    .selectFrom('audio_content')
    .select('position')
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.position ?? 0;
}

/** Two parameters each, well below what a statement takes. */
const CHUNK = 1_000;

/** `updated_at` stays: nothing a listener hears has changed. */
export async function savePositions(
  trx: Executor,
  places: readonly Pick<Place, 'id' | 'position'>[],
): Promise<void> {
  for (let from = 0; from < places.length; from += CHUNK) {
    const rows = places
      .slice(from, from + CHUNK)
      .map(({ id, position }) => sql`(cast(${id} as bigint), cast(${position} as integer))`);
    await sql`
      update audio_content set position = placed.column2
      from (values ${sql.join(rows)}) as placed
      where audio_content.id = placed.column1`.execute(trx);
  }
}
