import type { Selectable } from 'kysely';
import type { JsonText, JsonValue } from './schema/column-types.ts';
import type { Database } from './schema/database.ts';

export function toJson(value: unknown): JsonText {
  // The one place where the brand is given.
  return JSON.stringify(value) as JsonText;
}

/** `2026-01-02T03:04:05.678Z` (as kept) → `2026-01-02T03:04:05.678+00:00` (as PostgREST shows it). */
export function toWireTimestamp(timestamp: string): string {
  return `${timestamp.slice(0, -1)}+00:00`;
}

type ColumnCodec = 'boolean' | 'json';

type CodecOf<T> = [NonNullable<T>] extends [boolean]
  ? 'boolean'
  : [JsonValue] extends [T]
    ? 'json'
    : [NonNullable<T>] extends [object]
      ? 'json'
      : never;

type CodecColumns<Row> = {
  [C in keyof Row as CodecOf<Row[C]> extends never ? never : C]: CodecOf<Row[C]>;
};

/**
 * Which columns SQLite holds differently from what the program reads: booleans as 0/1, JSON as text.
 * The type is computed from the schema, so a new boolean or JSON column does not compile until it is
 * listed here.
 */
const COLUMN_CODECS: {
  [T in keyof Database as keyof CodecColumns<Selectable<Database[T]>> extends never
    ? never
    : T]: CodecColumns<Selectable<Database[T]>>;
} = {
  audio_content: {
    enabled: 'boolean',
    is_premium: 'boolean',
    featured: 'boolean',
    transcript_timings: 'json',
    chapters: 'json',
  },
  audit_log: { before: 'json', after: 'json' },
  change_log: { row_key: 'json', record: 'json', old_record: 'json' },
  consents: { granted: 'boolean' },
  deletion_requests: { data_download: 'boolean' },
  kiosks: { is_own: 'boolean', troubles: 'json', settings: 'json' },
  playback_positions: { is_playing: 'boolean' },
  profiles: { preferences: 'json' },
  recordings: { is_stopped: 'boolean', peaks: 'json' },
  sessions: { amr: 'json' },
  settings: { value: 'json' },
  track_files: { is_premium: 'boolean' },
  users: { user_metadata: 'json', app_metadata: 'json', identity_data: 'json' },
};

const codecs = new Map<string, ColumnCodec>(
  Object.entries(COLUMN_CODECS).flatMap(([table, columns]) =>
    Object.entries(columns).map(([column, codec]): [string, ColumnCodec] => [
      `${table}.${column}`,
      codec,
    ]),
  ),
);

const decoders: Record<ColumnCodec, (stored: unknown) => unknown> = {
  boolean: (stored) => (stored === null ? null : stored === 1),
  json: (stored) => (typeof stored === 'string' ? JSON.parse(stored) : stored),
};

/** How to read a column out of SQLite; undefined when it is stored as it is read. */
export function findSqliteDecoder(
  table: string | null,
  column: string | null,
): ((stored: unknown) => unknown) | undefined {
  const codec = codecs.get(`${table}.${column}`);
  return codec && decoders[codec];
}

export function isJsonColumn(table: string, column: string): boolean {
  return codecs.get(`${table}.${column}`) === 'json';
}

export function isBooleanColumn(table: string, column: string): boolean {
  return codecs.get(`${table}.${column}`) === 'boolean';
}

/** better-sqlite3 binds no booleans, dates or `undefined`. */
export function toSqliteParameter(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  return value;
}

/** `2026-01-02 03:04:05.6+00`, as PostgreSQL writes a timestamptz, → `2026-01-02T03:04:05.600Z`. */
export function fromPostgresTimestamp(text: string): string {
  const [, date, time, fraction = ''] =
    /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,3}))?\+00$/.exec(text) ?? [];
  if (date === undefined) return new Date(text).toISOString();
  return `${date}T${time}.${fraction.padEnd(3, '0')}Z`;
}
