import { z } from 'zod';
import type { ChangeEvent } from '#contract/calls/changes.ts';
import { LIMITS } from '#contract/constants/limits.ts';
import type { ColumnType } from '#contract/rows/define-table.ts';
import { parseChangeFilter } from './change-filter.ts';
import type { FindChangeTable } from './change-table.ts';
import { createJoinError, createTableUnknownError } from './changes.errors.ts';
import type { PreparedChange } from './prepared-change.ts';

/** Kind byte of a broadcast, the only binary message of clients. */
const BINARY_BROADCAST = 3;

const refSchema = z.union([z.string().max(64), z.number(), z.null()]).default(null);
const messageSchema = z.object({
  join_ref: refSchema,
  ref: refSchema,
  topic: z.string().max(512),
  event: z.string().max(64),
  payload: z.record(z.string(), z.unknown()).nullish(),
});
/** A Phoenix message: an array in version 2, an object in version 1. */
export type PhoenixMessage = z.infer<typeof messageSchema>;

/** Undefined for an invalid message. */
export function parseMessage(data: Buffer, isBinary: boolean): PhoenixMessage | undefined {
  try {
    const json = isBinary ? parseBinary(data) : JSON.parse(data.toString());
    if (!Array.isArray(json)) return messageSchema.safeParse(json).data;
    const [join_ref, ref, topic, event, payload] = json;
    return messageSchema.safeParse({ join_ref, ref, topic, event, payload }).data;
  } catch {
    return undefined;
  }
}

function parseBinary(data: Buffer): unknown[] | undefined {
  const [kind, joinRefBytes = 0, refBytes = 0, topicBytes = 0] = data;
  const [refAt, topicAt] = [7 + joinRefBytes, 7 + joinRefBytes + refBytes];
  const joinRef = data.toString('utf8', 7, refAt);
  const ref = data.toString('utf8', refAt, topicAt);
  const topic = data.toString('utf8', topicAt, topicAt + topicBytes);
  return kind === BINARY_BROADCAST ? [joinRef, ref, topic, 'broadcast'] : undefined;
}

/** The message's text before and after the payload, which is already JSON. */
export function formatMessage(
  isArray: boolean,
  message: Omit<PhoenixMessage, 'payload'>,
): [head: string, tail: string] {
  const { join_ref, ref, topic, event } = message;
  return isArray
    ? [`${JSON.stringify([join_ref, ref, topic, event]).slice(0, -1)},`, ']']
    : [`${JSON.stringify({ topic, event, ref }).slice(0, -1)},"payload":`, '}'];
}

const bindingSchema = z.object({
  event: z.enum(['*', 'INSERT', 'UPDATE', 'DELETE']),
  schema: z.string().max(100).nullish(),
  table: z.string().max(100).nullish(),
  filter: z.string().max(8192).nullish(),
});
const joinSchema = z.object({
  access_token: z.string().nullish(),
  /** Sent by version 1 of the client. */
  user_token: z.string().nullish(),
  config: z
    .object({
      private: z.unknown().optional(),
      postgres_changes: z.array(bindingSchema).max(LIMITS.bindingsPerChannel).nullish(),
    })
    .optional(),
});

/** A subscription of a channel; the client compares its request with the answer. */
interface Binding {
  readonly id: number;
  readonly config: z.infer<typeof bindingSchema>;
  matches(event: ChangeEvent): boolean;
}

export interface Join {
  readonly token: string | undefined;
  readonly bindings: readonly Binding[];
  /** Total characters of its filters. */
  readonly filterLength: number;
  /**
   * Version 1 of the client puts table and filter in the topic and listens for INSERT instead of
   * postgres_changes.
   */
  readonly isVersion1: boolean;
  /** Clients up to 2.38 wait forever after an error reply; later ones send `private` when joining. */
  readonly readsErrors: boolean;
}

/** Parses a `phx_join`; throws an `AppError` with the reason if it is refused. */
export function parseJoin({ topic, payload }: PhoenixMessage, findTable: FindChangeTable): Join {
  const parsed = joinSchema.safeParse(payload ?? {});
  if (!parsed.success) throw createJoinError(z.prettifyError(parsed.error));
  const { access_token, user_token, config } = parsed.data;
  // `realtime:public:audio_content:id=eq.1`, `realtime:public` or `realtime:*`
  const [, schema, table, filter] = /^realtime:([^:]*):?([^:]*):?(.*)$/s.exec(topic) ?? [];
  const requested = config
    ? (config.postgres_changes ?? [])
    : [{ event: '*' as const, schema, table: table || '*', filter }];
  return {
    token: access_token ?? user_token ?? undefined,
    bindings: requested.map((one, index) => createBinding(index + 1, one, findTable)),
    filterLength: requested.reduce((sum, { filter }) => sum + (filter?.length ?? 0), 0),
    isVersion1: config === undefined,
    readsErrors: config === undefined || config.private !== undefined,
  };
}

function createBinding(id: number, config: Binding['config'], findTable: FindChangeTable): Binding {
  const { event, filter } = config;
  const [schema, name] = [config.schema ?? 'public', config.table ?? '*'];
  if (schema !== 'public' && schema !== '*')
    throw createJoinError(`no schema ${schema} is published`);
  const table = findTable(name);
  if (name !== '*' && table === undefined) throw createTableUnknownError(name);
  if (table === undefined && filter) throw createJoinError('a filter needs a table');
  const matchesRow = table && filter ? parseChangeFilter(table, filter) : () => true;
  return {
    id,
    config,
    matches: ({ type, table: changed, record, old_record }) =>
      (name === '*' || name === changed) &&
      (event === '*' || event === type) &&
      matchesRow(type === 'DELETE' ? old_record : record),
  };
}

/** Type names by which the client converts values. */
const WIRE_TYPES: Readonly<Record<ColumnType, string>> = {
  integer: 'int4',
  'double precision': 'float8',
  text: 'text',
  boolean: 'bool',
  uuid: 'uuid',
  'timestamp with time zone': 'timestamptz',
  json: 'jsonb',
};
const formatted = new WeakMap<ChangeEvent, Buffer>();

/** A change in the client's format, in one buffer for all readers. */
export function formatChange(event: ChangeEvent, { columns }: PreparedChange): Buffer {
  const known = formatted.get(event);
  if (known !== undefined) return known;
  const named = columns.map(({ name, type }) => ({ name, type: WIRE_TYPES[type] }));
  const text = Buffer.from(JSON.stringify({ ...event, columns: named, errors: null }));
  formatted.set(event, text);
  return text;
}
