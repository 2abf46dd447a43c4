import type { Selectable } from 'kysely';
import type { JsonValue } from '#contract/rows/define-table.ts';
import { TABLES, type TableName } from '#contract/rows/tables.ts';
import type { JsonText } from './schema/column-types.ts';
import type { Database } from './schema/database.ts';

export function toJson(value: unknown): JsonText {
  // The only cast to the branded type.
  return JSON.stringify(value) as JsonText;
}

/** `2026-01-02T03:04:05.678Z` (as stored) → `2026-01-02T03:04:05.678+00:00` (as in PostgREST). */
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

/** Tables that clients never see. */
type UnsentTable = Exclude<keyof Database, TableName>;

/**
 * Columns whose stored form on SQLite differs: booleans as 0/1, JSON as text. Codecs of the contract's tables follow
 * from their definitions; the compiler keeps this list of the others complete.
 */
const UNSENT_TABLES: { [T in UnsentTable]: CodecColumns<Selectable<Database[T]>> } = {
  admin_credentials: {},
  admin_people: {},
  admin_recovery_codes: {},
  admin_sessions: {},
  change_log: { row_key: 'json', record: 'json', old_record: 'json' },
  file_names: {},
  flow_states: {},
  hand_overs: {},
  leases: {},
  one_time_tokens: { user_metadata: 'json', play_log_consent: 'boolean' },
  play_counts: {},
  play_days: {},
  play_hours: {},
  rate_limits: {},
  sessions: { amr: 'json' },
  storage_objects: { metadata: 'json' },
  ticket_messages: {},
  track_files: { is_premium: 'boolean' },
  users: { user_metadata: 'json', app_metadata: 'json', identity_data: 'json' },
  waiting_mails: {},
};

export const TABLE_NAMES: readonly string[] = Object.keys({ ...TABLES, ...UNSENT_TABLES }).sort();

const codecs = new Map<string, ColumnCodec>();
for (const [table, columns] of Object.entries(UNSENT_TABLES)) {
  for (const [column, codec] of Object.entries(columns)) codecs.set(`${table}.${column}`, codec);
}
for (const { name: table, columns } of Object.values(TABLES)) {
  for (const [column, { type }] of Object.entries(columns)) {
    if (type === 'boolean' || type === 'json') codecs.set(`${table}.${column}`, type);
  }
}

const decoders: Record<ColumnCodec, (stored: unknown) => unknown> = {
  boolean: (stored) => (stored === null ? null : stored === 1),
  json: (stored) => (typeof stored === 'string' ? JSON.parse(stored) : stored),
};

/** The decoder of a SQLite column; undefined if the stored value needs no decoding. */
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

/** better-sqlite3 binds no booleans, dates or `undefined`. */
export function toSqliteParameter(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  return value;
}

/** `2026-01-02 03:04:05.6+00`, as in PostgreSQL's timestamptz, → `2026-01-02T03:04:05.600Z`. */
export function fromPostgresTimestamp(text: string): string {
  const [, date, time, fraction = ''] =
    /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,3}))?\+00$/.exec(text) ?? [];
  if (date === undefined) return new Date(text).toISOString();
  return `${date}T${time}.${fraction.padEnd(3, '0')}Z`;
}
