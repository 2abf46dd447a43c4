import { gzipSync } from 'node:zlib';
import { API_PATHS } from '#contract/constants/pages/paths.ts';

export type Sender = 'anonymous' | 'user' | 'editor' | 'admin';

/** A request that is cheap to send and may be expensive to parse. */
export interface ExpensiveRequest {
  readonly name: string;
  readonly as: Sender;
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

interface Body {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer>;
}

const MEGABYTE = 1024 * 1024;
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const JSON_TYPE = { 'content-type': 'application/json' };
const MULTIPART = { 'content-type': 'multipart/form-data; boundary=x' };

/** Repeats this text up to a megabyte. */
const megabyteOf = (piece: string) => piece.repeat(Math.floor((MEGABYTE - 64) / piece.length));
const keysOf = (count: number, value = '1') =>
  Array.from({ length: count }, (_, index) => `"k${index}":${value}`).join();
const nested = (open: string, close: string, depth: number) =>
  open.repeat(depth) + close.repeat(depth);

const form = (name: string, body: string): Body => ({ name: `form: ${name}`, headers: FORM, body });
const json = (name: string, body: string): Body => ({
  name: `json: ${name}`,
  headers: JSON_TYPE,
  body,
});

const FORMS: readonly Body[] = [
  form('names without values', 'a&'.repeat(500_000)),
  form('distinct names', Array.from({ length: 90_000 }, (_, index) => `k${index}=1`).join('&')),
  form('escapes', megabyteOf('%41%')),
  form('brackets', megabyteOf('a[b]')),
  form('one long value', `a=${megabyteOf('+')}`),
];
/** With members that an endpoint reads. */
const MEMBERS: readonly Body[] = [
  json('an object of many keys', `{${keysOf(80_000)}}`),
  json('a member of many keys', `{"data":{${keysOf(80_000)}}}`),
  json('numbered keys', `{"data":{${keysOf(80_000).replaceAll('"k', '"')}}}`),
  json('nested objects', `{"data":${nested('{"a":', '', 900)}1${'}'.repeat(900)}}`),
  json('many arrays nested a little', `{"data":[${megabyteOf('[[[]]],')}0]}`),
  json('a long text', `{"email":"${megabyteOf('a')}"}`),
  json('a long address', `{"email":"${megabyteOf('a.')}@example.org"}`),
  json('escapes', `{"password":"${megabyteOf('\\u00e4')}"}`),
  json('combining characters', `{"password":"${'\u0301'.repeat(400_000)}"}`),
];
/** Refused by the parser, or by any endpoint alike. */
const SHAPES: readonly Body[] = [
  json('nested arrays', `{"data":${nested('[', ']', 500_000)}}`),
  json('a list of numbers', `[${megabyteOf('1,')}1]`),
  json('a list of empty objects', `[${megabyteOf('{},')}{}]`),
  json('wide rows', `[${Array.from({ length: 999 }, () => `{${keysOf(90)}}`).join()}]`),
  json(
    'rows that differ',
    `[${Array.from({ length: 999 }, (_, row) => `{${keysOf(80).replaceAll('k', `k${row}_`)}}`).join()}]`,
  ),
  json('a long number', `{"data":${megabyteOf('9')}}`),
  json('white space', `{${megabyteOf(' ')}}`),
  json('repeated keys', `{${megabyteOf('"a":1,')}"a":1}`),
];
const OTHERS: readonly Body[] = [
  {
    name: 'multipart: many parts',
    headers: MULTIPART,
    body: megabyteOf('--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'),
  },
  {
    name: 'gzip: a bomb',
    headers: { ...JSON_TYPE, 'content-encoding': 'gzip' },
    body: new Uint8Array(gzipSync(Buffer.alloc(256 * MEGABYTE, '[1,'), { level: 1 })),
  },
  {
    name: 'bytes that are no UTF-8',
    headers: JSON_TYPE,
    body: new Uint8Array(MEGABYTE - 64).fill(0xe2),
  },
];
const BODIES: readonly Body[] = [...FORMS, ...MEMBERS, ...SHAPES, ...OTHERS];

const { auth, tables, admin } = API_PATHS;
const EVERY_TYPE: readonly [as: Sender, method: string, path: string][] = [
  ['anonymous', 'POST', `${tables}/favorites`],
  ['user', 'POST', `${tables}/support_tickets`],
  ['user', 'PATCH', `${tables}/profiles?id=not.is.null`],
  ['editor', 'POST', `${tables}/audio_content?on_conflict=id&columns=id,title`],
  ['anonymous', 'POST', `${auth}/signup`],
  ['anonymous', 'POST', API_PATHS.newsletter],
];
/** Endpoints that accept only JSON. */
const JSON_ONLY: readonly [as: Sender, method: string, path: string][] = [
  ['anonymous', 'POST', `${auth}/otp`],
  ['anonymous', 'POST', `${auth}/token?grant_type=password`],
  ['anonymous', 'POST', `${auth}/recover`],
  ['anonymous', 'POST', `${auth}/verify`],
  ['anonymous', 'POST', `${auth}/admin/login`],
  ['anonymous', 'POST', API_PATHS.accountDeletion],
  ['anonymous', 'POST', API_PATHS.kioskEnrolments],
  ['user', 'PUT', `${auth}/user`],
  ['user', 'POST', API_PATHS.redeemCode],
  ['admin', 'POST', `${auth}/admin/users`],
  ['admin', 'PATCH', `${tables}/settings?key=eq.landing`],
  ['admin', 'POST', `${admin}/centre-codes`],
];

const requestsWith =
  (bodies: readonly Body[]) =>
  ([as, method, path]: readonly [Sender, string, string]): ExpensiveRequest[] =>
    bodies.map(({ name, headers, body }) => ({
      name: `${method} ${path} ${name}`,
      as,
      method,
      path,
      headers,
      body,
    }));

/** Maximum length of a header or the request line. */
const MAX_BYTES = 120_000;
const filled = (piece: string, size = MAX_BYTES) => piece.repeat(Math.floor(size / piece.length));

const HEADERS: readonly [name: string, value: string][] = [
  ['prefer', filled('a,')],
  ['prefer', filled('count=exact,')],
  ['prefer', filled('a=b;c="d",')],
  ['range', `${filled('9')}-`],
  ['range', `bytes=${filled('0-1,')}`],
  ['range', `bytes=${filled(' ')}x`],
  ['accept', filled('a/b,')],
  ['accept', filled('application/vnd.pgrst.plan;for=')],
  ['accept', filled('a/b;q=0.1;c=d,')],
  ['accept-encoding', filled('gzip;q=0.1,')],
  ['accept-language', filled('de-DE;q=0.1,')],
  ['authorization', `Bearer ${filled('a.')}`],
  ['authorization', `Bearer ${filled(' ')}x`],
  ['apikey', filled('a')],
  ['cookie', filled('a=b; ')],
  ['cookie', filled('a="')],
  ['if-none-match', filled('"a",')],
  ['if-none-match', filled('W/')],
  ['if-none-match', `"a"${filled(' ')}x`],
  ['if-modified-since', filled('1 ')],
  ['content-type', filled('a;')],
  ['content-type', `text/csv${filled(' ')}x`],
  ['accept-profile', filled('a')],
  ['x-forwarded-for', filled('1,')],
  ['forwarded', filled('for=1;by=2,')],
  ['origin', `https://${filled('a.')}example.org`],
  ['referer', `https://${filled('a.')}example.org/`],
  ['user-agent', filled('Mozilla/5.0 (')],
  ['upload-metadata', filled('a YQ==,')],
  ['traceparent', filled('00-')],
];
const READ_WITH_HEADERS = [
  `${tables}/audio_content?select=id`,
  `${API_PATHS.publicObject}/audio/none.mp3`,
  `${auth}/user`,
  '/',
];

const withHeaders = (path: string): ExpensiveRequest[] =>
  HEADERS.map(([name, value]) => ({
    name: `GET ${path} ${name}: ${value.slice(0, 24)}…`,
    as: 'anonymous',
    method: 'GET',
    path,
    headers: { [name]: value },
  }));

const QUERIES: readonly string[] = [
  filled('a&'),
  filled('id=eq.1&'),
  filled('select=id&'),
  filled('order=id&'),
  filled('a.limit=1&'),
  Array.from({ length: 9_000 }, (_, index) => `t${index}.limit=1`).join('&'),
  filled('%41%'),
  `select=${filled('id,')}id`,
  `select=${filled('*,')}*`,
  `select=${filled('favorites(', 60_000)}${filled(')', 6_000)}`,
  `select=${filled('a:favorites(id),')}id`,
  `select=${filled('...')}`,
  `select=id${filled('->a')}`,
  `select=${filled('"')}`,
  `select="${filled('a')}"`,
  `select=${filled('id::text,')}id`,
  `select=id${filled('!inner')}`,
  `select=id${filled('+')}x`,
  `or=${filled('(')}`,
  `or=${filled('(or')}`,
  `or=(${filled('id.eq.1,')}id.eq.1)`,
  `or=(${filled('id.eq."a",')}id.eq."a")`,
  `or=(${filled('and(id.eq.1),')}id.eq.1)`,
  `or=(id.in.(${filled('"a",')}1))`,
  `or=(id.eq.{${filled('a')}`,
  `or=(${filled('id.eq."\\"')}`,
  `id=in.(${filled('1,')}1)`,
  `id=in.(${filled('"1",')}1)`,
  `id=in.(${filled('"')})`,
  `id=in.(${filled('"\\"a,')})`,
  `title=in.(${Array.from({ length: 12_000 }, (_, index) => `t${index}`).join()})`,
  `id=eq.${filled('1')}`,
  `id=eq.${filled('+')}x`,
  `duration=eq.1${filled('0')}`,
  `created_at=eq.2020-01-01${filled('+')}x`,
  `title=eq(any).{${filled('a,')}a}`,
  `title=eq(any).{a${filled('+')}b{}`,
  `title=eq(any).{${filled('"\\"')}`,
  `title=eq(any).{${filled('\\')}`,
  `title=like.${filled('*a')}`,
  `title=ilike.${filled('%25_')}`,
  `title=ilike.${filled('%C3%A4')}`,
  `transcript=like(any).{${filled('*a*,')}a}`,
  `transcript=match.${filled('(a*)*')}$`,
  `transcript=match.${filled('(', 60_000)}${filled(')', 60_000)}`,
  `transcript=match.${filled('(a|', 60_000)}`,
  'transcript=match.((((a{1,99}){1,99}){1,99}){1,99}){1,99}',
  `transcript=match.${filled('[a-')}`,
  `transcript=match(any).{${filled('a%2Bb,')}a}`,
  `transcript=imatch.${filled('.*')}x`,
  `chapters=cs.${nested('[', ']', 50_000)}`,
  `chapters=cs.${filled('{"a":1},')}`,
  `title=fts.${filled('a%26')}a`,
  `title=wfts.${filled('"a"+or+')}a`,
  `title=not.${filled('not.')}eq.a`,
  `order=${filled('id,')}id`,
  `order=${filled('id.desc.nullslast,')}id`,
  `order=${filled('favorites(id),')}id`,
  `order=id${filled('+')}x`,
  `columns=${filled('id,')}id`,
  `limit=${filled('9')}`,
  `limit=${filled('+')}x`,
  `offset=${filled('9')}`,
];

const queriesAs = (as: Sender): ExpensiveRequest[] =>
  QUERIES.map((query) => ({
    name: `GET ${tables}/audio_content?${query.slice(0, 40)}… as ${as}`,
    as,
    method: 'GET',
    path: `${tables}/audio_content?${query}`,
  }));

const PATHS: readonly [as: Sender, path: string][] = [
  ['anonymous', filled('/a')],
  ['anonymous', filled('/')],
  ['anonymous', filled('/..')],
  ['anonymous', filled('/%2e%2e')],
  ['anonymous', `${tables}${filled('/a')}`],
  ['anonymous', `${tables}/${filled('%41')}`],
  ['anonymous', `${auth}${filled('/a')}`],
  ['anonymous', `${auth}/verify?${filled('a&')}`],
  [
    'anonymous',
    `${auth}/verify?type=signup&token=${filled('a')}&redirect_to=${filled('/a', 60_000)}`,
  ],
  ['anonymous', `${API_PATHS.publicObject}/audio${filled('/a')}`],
  ['anonymous', `${API_PATHS.publicObject}/audio/${filled('%41')}`],
  ['anonymous', `${API_PATHS.signedObject}/audio/a?${filled('a&')}`],
  ['anonymous', `${API_PATHS.changes}?table=${filled('a,')}`],
  ['anonymous', `${API_PATHS.changes}?${filled('table=favorites&')}`],
  ['anonymous', `${API_PATHS.newsletterConfirm}?${filled('a&')}`],
  ['anonymous', `${API_PATHS.centreNumbers}?${filled('a&')}`],
  ['anonymous', `/tracks?${filled('a&')}`],
  ['admin', `${auth}/admin/users?filter=${filled('%25_')}`],
  ['admin', `${auth}/admin/users?${filled('a&')}`],
  ['admin', `${admin}/search?q=${filled('%25_')}`],
  ['admin', `${admin}/search?q=${filled('a+')}`],
  ['admin', `${admin}/dashboard?days=${filled('9')}`],
];

/** All except files, which are in expensive-files.ts. */
export const EXPENSIVE_REQUESTS: readonly ExpensiveRequest[] = [
  ...EVERY_TYPE.flatMap(requestsWith(BODIES)),
  ...JSON_ONLY.flatMap(requestsWith(MEMBERS)),
  ...['signup', 'otp', 'recover', 'token', 'verify'].map(
    (name): ExpensiveRequest => ({
      name: `POST ${auth}/${name}?a&a…`,
      as: 'anonymous',
      method: 'POST',
      path: `${auth}/${name}?${filled('a&')}`,
      headers: JSON_TYPE,
      body: '{}',
    }),
  ),
  ...READ_WITH_HEADERS.flatMap(withHeaders),
  ...queriesAs('anonymous'),
  ...queriesAs('editor'),
  ...PATHS.map(
    ([as, path]): ExpensiveRequest => ({
      name: `GET ${path.slice(0, 60)}… as ${as}`,
      as,
      method: 'GET',
      path,
    }),
  ),
];
