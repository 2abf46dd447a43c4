import fc from 'fast-check';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import type { TableName } from '#contract/rows/tables.ts';
import { exposedTables, question } from '#tests/support/table-questions.ts';

/** Sender of a request. The attacker has an account and must not read the data of the other user. */
export type Role = 'anon' | 'attacker' | 'admin' | 'forged';

export interface HostileRequest {
  readonly role: Role;
  readonly method: string;
  /** From the server's root, query included. */
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: unknown;
  /** A change stream never ends, so the client reads the first bytes and disconnects. */
  readonly isStream?: boolean;
}

/** Existing ids that a request may name, the attacker's and other users'. */
export interface Known {
  readonly attackerId: string;
  readonly otherId: string;
  readonly password: string;
  readonly attackerEmail: string;
  readonly recording: string;
}

const READABLE: Record<Exclude<Role, 'forged'>, readonly TableName[]> = {
  anon: ['audio_content', 'settings', 'notifications'],
  attacker: [
    'audio_content',
    'favorites',
    'user_activity',
    'profiles',
    'subscriptions',
    'support_tickets',
    'notifications',
    'notification_reads',
    'playback_positions',
    'consents',
  ],
  admin: exposedTables.map(({ name }) => name as TableName),
};

const pick = <const T>(...values: readonly T[]) => fc.constantFrom(...values);
const request = (
  role: Role,
  method: string,
  path: string,
  extra: Partial<HostileRequest> = {},
): HostileRequest => ({ role, method, path, headers: {}, ...extra });

const definitionOf = (name: TableName) => {
  const table = exposedTables.find((one) => one.name === name);
  if (!table) throw new Error(`no table ${name} is exposed`);
  return table;
};

const VALUES: Record<string, fc.Arbitrary<string>> = {
  integer: fc.integer({ min: 0, max: 12 }).map(String),
  'double precision': fc.integer({ min: 0, max: 3000 }).map(String),
  text: pick('a', 'Prayer', 'open', 'BIRTHING', '%', '(', 'é'),
  boolean: pick('true', 'false'),
  'timestamp with time zone': pick('2020-01-01T00:00:00Z', '2030-06-30'),
};

/** A read as a page sends it: real columns, matching values, one page of rows. */
function readOf(known: Known, role: Exclude<Role, 'forged'>) {
  return fc.constantFrom(...READABLE[role]).chain((name) => {
    const columns = Object.entries(definitionOf(name).columns);
    const filter = fc
      .constantFrom(...columns)
      .chain(([column, { type }]): fc.Arbitrary<[string, string]> => {
        const value = type === 'uuid' ? pick(known.attackerId, known.otherId) : VALUES[type];
        if (!value) return fc.constant([column, 'not.is.null']);
        const operator =
          type === 'text'
            ? pick('eq', 'neq', 'gt', 'like', 'ilike')
            : pick('eq', 'neq', 'gte', 'lt');
        return fc.tuple(
          fc.constant(column),
          fc.tuple(operator, value).map((parts) => parts.join('.')),
        );
      });
    const names = columns.map(([column]) => column);
    const select = fc.oneof(
      fc.constant('*'),
      fc.subarray(names, { minLength: 1 }).map((some) => some.join(',')),
    );
    const order = fc
      .tuple(fc.constantFrom(...names), pick('', '.desc', '.nullsfirst'))
      .map((parts) => parts.join(''));
    return fc
      .record({
        select,
        filters: fc.array(filter, { maxLength: 2 }),
        order: fc.option(order, { nil: undefined }),
        limit: fc.integer({ min: 0, max: 200 }),
        offset: fc.option(fc.integer({ min: 0, max: 1_000_000 }), { nil: undefined }),
        count: fc.boolean(),
        method: pick('GET', 'GET', 'GET', 'HEAD'),
        accept: pick('application/json', 'application/json', 'text/csv'),
      })
      .map(({ select, filters, order, limit, offset, count, method, accept }) => {
        const query = new URLSearchParams([
          ['select', select],
          ...filters,
          ...(order === undefined ? [] : [['order', order]]),
          ['limit', String(limit)],
          ...(offset === undefined ? [] : [['offset', String(offset)]]),
        ]);
        return request(role, method, `${API_PATHS.tables}/${name}?${query}`, {
          headers: { Accept: accept, ...(count && { Prefer: 'count=exact' }) },
        });
      });
  });
}

/** Expensive but valid reads: deep embeds, wide lists, patterns, large pages. */
function costlyRead(known: Known) {
  const track = pick('audio_content(title)', 'audio_content(*)', 'audio_content!inner(*)');
  const deep = fc
    .integer({ min: 1, max: 6 })
    .map((levels) =>
      Array.from({ length: levels }).reduce<string>(
        (inner, _, at) =>
          at % 2 === 0 ? `audio_content(id,${inner})` : `user_activity(id,${inner})`,
        'id',
      ),
    );
  return fc
    .oneof(
      track.map((embed) => `favorites?select=content_id,${embed}`),
      deep.map((embed) => `user_activity?select=id,${embed}`),
      fc
        .integer({ min: 1, max: 3000 })
        .map((many) => `audio_content?id=in.(${Array.from({ length: many }, (_, at) => at)})`),
      fc
        .integer({ min: 1, max: 200 })
        .map(
          (many) => `audio_content?or=(${Array.from({ length: many }, (_, at) => `id.eq.${at}`)})`,
        ),
      pick('(a%2B)%2B$', '.*.*.*.*x', '(prayer|psalm)%7B1,9%7D').map(
        (pattern) => `audio_content?transcript=match.${pattern}`,
      ),
      pick('*a*e*i*o*', '%25%25%25%25', '*'.repeat(40)).map(
        (pattern) => `audio_content?transcript=ilike.${pattern}`,
      ),
      fc.constant(`user_activity?user_id=eq.${known.otherId}&limit=1000`),
    )
    .map((question) => request('attacker', 'GET', `${API_PATHS.tables}/${question}`));
}

/** Writes to the attacker's own rows, as the app sends them, and the same to other users' rows. */
function writeOf(known: Known) {
  const whose = fc.oneof(
    { arbitrary: fc.constant(known.attackerId), weight: 4 },
    { arbitrary: fc.constant(known.otherId), weight: 1 },
  );
  const track = fc.integer({ min: 1, max: 13 });
  const send = (method: string, path: string, body?: unknown, prefer?: string) =>
    request('attacker', method, `${API_PATHS.tables}/${path}`, {
      headers: { 'Content-Type': 'application/json', ...(prefer && { Prefer: prefer }) },
      ...(body === undefined ? {} : { body }),
    });
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
    pick('x'.repeat(5000), '\u202e', "'; --"),
  );
  return fc.oneof(
    fc
      .tuple(whose, track)
      .map(([user_id, content_id]) =>
        send('POST', 'favorites', { user_id, content_id }, 'resolution=ignore-duplicates'),
      ),
    fc
      .tuple(whose, track)
      .map(([user, id]) => send('DELETE', `favorites?user_id=eq.${user}&content_id=eq.${id}`)),
    fc
      .tuple(whose, track)
      .map(([user_id, content_id]) =>
        send('POST', 'user_activity', { user_id, content_id, action_type: 'play' }),
      ),
    fc
      .tuple(whose, track, fc.integer({ min: -5, max: 4000 }))
      .map(([user_id, content_id, seconds]) =>
        send(
          'POST',
          'playback_positions',
          { user_id, content_id, position_seconds: seconds },
          'resolution=merge-duplicates',
        ),
      ),
    fc
      .tuple(whose, text)
      .map(([id, username]) => send('PATCH', `profiles?id=eq.${id}`, { username })),
    fc
      .tuple(whose, text, text)
      .map(([user_id, subject, message]) =>
        send('POST', 'support_tickets', { user_id, subject, message, status: 'open' }),
      ),
    fc
      .tuple(whose, fc.integer({ min: 1, max: 9 }))
      .map(([user_id, notification_id]) =>
        send('POST', 'notification_reads', { user_id, notification_id }),
      ),
    whose.map((user_id) =>
      send('POST', 'subscriptions', { user_id, plan_type: 'premium', status: 'active' }),
    ),
    track.map((id) => send('PATCH', `audio_content?id=eq.${id}`, { enabled: false })),
  );
}

/** Endpoints other than tables: sign-in, user data, recordings, streams, pages. */
function otherEndpoint(known: Known) {
  const json = (role: Role, path: string, body: unknown) =>
    request(role, 'POST', path, { headers: { 'Content-Type': 'application/json' }, body });
  const range = fc
    .tuple(fc.nat(9_000_000), fc.nat(400_000))
    .map(([from, length]) => `bytes=${from}-${from + length}`);
  return fc.oneof(
    fc.constant(
      json('anon', `${API_PATHS.auth}/token?grant_type=password`, {
        email: known.attackerEmail,
        password: known.password,
      }),
    ),
    fc.string().map((password) =>
      json('anon', `${API_PATHS.auth}/token?grant_type=password`, {
        email: known.attackerEmail,
        password,
      }),
    ),
    fc
      .string()
      .map((refresh_token) =>
        json('anon', `${API_PATHS.auth}/token?grant_type=refresh_token`, { refresh_token }),
      ),
    pick('/user', '/settings', '/health', '/.well-known/jwks.json').map((path) =>
      request('attacker', 'GET', API_PATHS.auth + path),
    ),
    pick('/account-data', '/healthz', '/readyz', '/', '/home', '/player/1', '/no/such/page').map(
      (path) => request('attacker', 'GET', path),
    ),
    range.map((header) => request('anon', 'GET', known.recording, { headers: { Range: header } })),
    pick('HEAD', 'GET').map((method) =>
      request('anon', method, known.recording, { headers: { Range: 'bytes=-1' } }),
    ),
    fc
      .string({ maxLength: 30 })
      .map((name) =>
        request('anon', 'GET', `${API_PATHS.publicObject}/audio/${encodeURIComponent(name)}`),
      ),
    fc
      .record({
        role: pick('anon', 'attacker'),
        table: pick('audio_content', 'favorites', 'notifications', 'support_tickets'),
        since: pick('0', '1', '999999999'),
      })
      .map(({ role, table, since }) =>
        request(role, 'GET', `${API_PATHS.changes}?table=${table}`, {
          headers: { 'Last-Event-ID': since },
          isStream: true,
        }),
      ),
    fc.emailAddress().map((email) => json('anon', API_PATHS.newsletter, { email })),
    pick(
      '/dashboard',
      '/switches',
      '/backups',
      '/newsletter.csv',
      '/kiosk-defaults',
      `/people/${known.otherId}/counts`,
      '/tracks/1/counts',
    ).chain((path) =>
      pick<Role>('admin', 'admin', 'attacker', 'anon').map((role) =>
        request(role, 'GET', API_PATHS.admin + path),
      ),
    ),
  );
}

/** Mostly valid requests: a request refused at validation reaches nothing that could break. */
export function hostileRequest(known: Known): fc.Arbitrary<HostileRequest> {
  const odd = fc
    .tuple(question, pick<Role>('anon', 'attacker', 'admin', 'forged'))
    .map(([path, role]) => request(role, 'GET', API_PATHS.tables + path));
  return fc.oneof(
    { arbitrary: readOf(known, 'attacker'), weight: 6 },
    { arbitrary: readOf(known, 'anon'), weight: 3 },
    { arbitrary: readOf(known, 'admin'), weight: 3 },
    { arbitrary: costlyRead(known), weight: 3 },
    { arbitrary: writeOf(known), weight: 4 },
    { arbitrary: otherEndpoint(known), weight: 4 },
    { arbitrary: odd, weight: 3 },
  );
}
