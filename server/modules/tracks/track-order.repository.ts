import { sql } from 'kysely';
import type { DialectSql } from '#db/queries/dialect-sql.ts';
import type { Executor } from '#db/schema/database.ts';
import { inChunks } from '#server/core/in-chunks.ts';
import type { CellValue } from '#server/tables/values.ts';

/** Tracks are ordered by position, then by id. */
export interface Track {
  readonly id: number;
  readonly position: number;
  readonly title: string;
}

const COLUMNS = ['id', 'position', 'title'] as const;

/** Serialises moves, because each needs free positions between neighbours. */
export async function lockTrackOrder(trx: Executor, dialect: DialectSql): Promise<void> {
  await sql`select id from audio_content order by id limit 1 ${dialect.forUpdate}`.execute(trx);
}

export function findTrack(trx: Executor, id: number): Promise<Track | undefined> {
  return trx.selectFrom('audio_content').select(COLUMNS).where('id', '=', id).executeTakeFirst();
}

/** Next tracks in one direction, nearest first, without the moved track. */
export function findNeighbours(
  trx: Executor,
  { id, position }: Track,
  direction: 'up' | 'down',
  { exclude, limit }: { exclude: number; limit: number },
): Promise<Track[]> {
  const order = direction === 'up' ? 'desc' : 'asc';
  return trx
    .selectFrom('audio_content')
    .select(COLUMNS)
    .where(
      direction === 'up'
        ? sql<boolean>`(position, id) < (${position}, ${id})`
        : sql<boolean>`(position, id) > (${position}, ${id})`,
    )
    .where('id', '<>', exclude)
    .orderBy('position', order)
    .orderBy('id', order)
    .limit(limit)
    .execute();
}

/** Selects the tracks that were just created with the default position. */
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

/** Keeps `updated_at`: listeners see no change. */
export async function savePositions(
  trx: Executor,
  positions: readonly Pick<Track, 'id' | 'position'>[],
): Promise<void> {
  for await (const chunk of inChunks(positions)) {
    const rows = chunk.map(
      ({ id, position }) => sql`(cast(${id} as bigint), cast(${position} as integer))`,
    );
    await sql`
      update audio_content set position = placed.column2
      from (values ${sql.join(rows)}) as placed
      where audio_content.id = placed.column1`.execute(trx);
  }
}
