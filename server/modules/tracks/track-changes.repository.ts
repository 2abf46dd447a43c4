import type { Selectable } from 'kysely';
import {
  MAX_CHANGED_TRACKS,
  type TrackMatch,
  type TrackValues,
} from '#contract/calls/admin/track-changes.ts';
import { likePattern, withTypos, wordsOf } from '#contract/constants/forgiving-search.ts';
import type { DialectSql } from '#db/queries/dialect-sql.ts';
import type { Database, Executor } from '#db/schema/database.ts';
import { inChunks } from '#server/core/in-chunks.ts';

const COLUMNS = [
  'id',
  'enabled',
  'publish_at',
  'unpublish_at',
  'is_premium',
  'category',
  'audio_url',
  'updated_at',
] as const;
export type ChangeableTrack = Pick<Selectable<Database['audio_content']>, (typeof COLUMNS)[number]>;

/** Tracks matching the filter, at most one more than the limit of a change. */
export async function findMatching(
  db: Executor,
  dialect: DialectSql,
  { search, category, kind, access, state }: TrackMatch,
): Promise<ChangeableTrack[]> {
  const matching = db
    .selectFrom('audio_content')
    .select(COLUMNS)
    .$if(category !== 'ALL', (query) => query.where('category', '=', category as 'PREGNANCY'))
    .$if(kind !== 'all', (query) => query.where('kind', '=', kind as 'music'))
    .$if(access !== 'all', (query) => query.where('is_premium', '=', access === 'premium'))
    .$if(state === 'active' || state === 'disabled', (query) =>
      query.where('enabled', '=', state === 'active'),
    )
    .$if(state === 'planned', (query) =>
      query.where((eb) =>
        eb.or([eb('publish_at', 'is not', null), eb('unpublish_at', 'is not', null)]),
      ),
    )
    .orderBy('id')
    .limit(MAX_CHANGED_TRACKS + 1);
  const words = wordsOf(search);
  return withTypos(
    words,
    (found) => found.length === 0,
    (patterns) =>
      matching
        .where((eb) =>
          patterns
            ? eb.and(patterns.map((pattern) => dialect.matches(eb.ref('title'), pattern, true)))
            : eb.and(
                words.map((word) =>
                  eb.or([
                    dialect.ilike(eb.ref('title'), likePattern(word)),
                    dialect.ilike(eb.ref('description'), likePattern(word)),
                  ]),
                ),
              ),
        )
        .execute(),
  );
}

export async function findTracks(db: Executor, ids: readonly number[]): Promise<ChangeableTrack[]> {
  const found: ChangeableTrack[] = [];
  for await (const chunk of inChunks(ids)) {
    found.push(
      ...(await db.selectFrom('audio_content').select(COLUMNS).where('id', 'in', chunk).execute()),
    );
  }
  return found;
}

export async function saveValues(
  trx: Executor,
  ids: readonly number[],
  values: TrackValues,
  now: string,
): Promise<void> {
  for await (const chunk of inChunks(ids)) {
    await trx
      .updateTable('audio_content')
      .set({ ...values, updated_at: now })
      .where('id', 'in', chunk)
      .execute();
  }
}

/** The log entry that the current transaction wrote. */
export async function findOwnEntry(trx: Executor, which: string): Promise<number> {
  const { id } = await trx
    .selectFrom('audit_log')
    .select('id')
    .where('row_id', '=', which)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return id;
}

export function findEntry(db: Executor, id: number) {
  return db
    .selectFrom('audit_log')
    .select(['action', 'row_id', 'before', 'after'])
    .where('id', '=', id)
    .where('table_name', '=', 'audio_content')
    .executeTakeFirst();
}
