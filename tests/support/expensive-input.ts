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
const keysOf = (count: number) =>
  Array.from({ length: count }, (_, index) => `"k${index}":1`).join();
const json = (name: string, body: string): Body => ({ name, headers: JSON_TYPE, body });

/** Bodies with members that an endpoint reads. */
const MEMBERS: readonly Body[] = [
  json('a member of many keys', `{"data":{${keysOf(80_000)}}}`),
  json('nested objects', `{"data":${'{"a":'.repeat(900)}1${'}'.repeat(901)}`),
  json('a long address', `{"email":"${megabyteOf('a.')}@example.org"}`),
  json('combining characters', `{"password":"${'\u0301'.repeat(400_000)}"}`),
];
const BODIES: readonly Body[] = [
  ...MEMBERS,
  { name: 'names without values', headers: FORM, body: 'a&'.repeat(500_000) },
  json('nested arrays', `{"data":${'['.repeat(500_000)}${']'.repeat(500_000)}}`),
  json('empty objects', `[${megabyteOf('{},')}{}]`),
  json('wide rows', `[${Array.from({ length: 999 }, () => `{${keysOf(90)}}`).join()}]`),
  {
    name: 'many parts',
    headers: MULTIPART,
    body: megabyteOf('--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'),
  },
  {
    name: 'a bomb',
    headers: { ...JSON_TYPE, 'content-encoding': 'gzip' },
    body: new Uint8Array(gzipSync(Buffer.alloc(256 * MEGABYTE, '[1,'), { level: 1 })),
  },
];

const { auth, tables, admin } = API_PATHS;
type Endpoint = readonly [as: Sender, method: string, path: string];
const EVERY_TYPE: readonly Endpoint[] = [
  ['anonymous', 'POST', `${tables}/favorites`],
  ['user', 'PATCH', `${tables}/profiles?id=not.is.null`],
  ['editor', 'POST', `${tables}/audio_content?on_conflict=id&columns=id,title`],
  ['anonymous', 'POST', `${auth}/signup`],
  ['anonymous', 'POST', API_PATHS.newsletter],
];
/** Endpoints that accept only JSON. */
const JSON_ONLY: readonly Endpoint[] = [
  ['anonymous', 'POST', `${auth}/token?grant_type=password`],
  ['anonymous', 'POST', API_PATHS.accountDeletion],
  ['user', 'PUT', `${auth}/user`],
  ['admin', 'POST', `${admin}/centre-codes`],
];

const requestsWith =
  (bodies: readonly Body[]) =>
  ([as, method, path]: Endpoint): ExpensiveRequest[] =>
    bodies.map(({ name, ...sent }) => ({
      name: `${method} ${path} ${name}`,
      as,
      method,
      path,
      ...sent,
    }));

/** Maximum length of a header or the request line. */
const MAX_BYTES = 120_000;
const filled = (piece: string, size = MAX_BYTES) => piece.repeat(Math.floor(size / piece.length));

const HEADERS: readonly [name: string, value: string][] = [
  ['prefer', filled('a=b;c="d",')],
  ['range', `bytes=${filled('0-1,')}`],
  ['range', `bytes=${filled(' ')}x`],
  ['accept', filled('a/b;q=0.1;c=d,')],
  ['accept-encoding', filled('gzip;q=0.1,')],
  ['authorization', `Bearer ${filled(' ')}x`],
  ['cookie', filled('a=b; ')],
  ['if-none-match', `"a"${filled(' ')}x`],
  ['content-type', `text/csv${filled(' ')}x`],
  ['x-forwarded-for', filled('1,')],
];
const READ_WITH_HEADERS = [
  `${tables}/audio_content?select=id`,
  `${API_PATHS.publicObject}/audio/none.mp3`,
  '/',
];

const QUERIES: readonly string[] = [
  filled('id=eq.1&'),
  Array.from({ length: 9_000 }, (_, index) => `t${index}.limit=1`).join('&'),
  filled('%41%'),
  `select=${filled('id,')}id`,
  `select=${filled('favorites(', 60_000)}${filled(')', 6_000)}`,
  `select=${filled('a:favorites(id),')}id`,
  `select=id${filled('->a')}`,
  `select=${filled('"')}`,
  `select=id${filled('+')}x`,
  `or=${filled('(or')}`,
  `or=(${filled('id.eq."a",')}id.eq."a")`,
  `or=(${filled('id.eq."\\"')}`,
  `id=in.(${filled('"\\"a,')})`,
  `title=in.(${Array.from({ length: 12_000 }, (_, index) => `t${index}`).join()})`,
  `created_at=eq.2020-01-01${filled('+')}x`,
  `title=eq(any).{${filled('"\\"')}`,
  `title=ilike.${filled('%25_')}`,
  `transcript=like(any).{${filled('*a*,')}a}`,
  `transcript=match.${filled('(a*)*')}$`,
  `transcript=match.${filled('(', 60_000)}${filled(')', 60_000)}`,
  'transcript=match.((((a{1,99}){1,99}){1,99}){1,99}){1,99}',
  `transcript=imatch.${filled('.*')}x`,
  `chapters=cs.${'['.repeat(50_000)}${']'.repeat(50_000)}`,
  `title=wfts.${filled('"a"+or+')}a`,
  `order=${filled('id.desc.nullslast,')}id`,
  `limit=${filled('9')}`,
];

const ADDRESSES: readonly [as: Sender, path: string][] = [
  ...QUERIES.map((query): [Sender, string] => ['anonymous', `${tables}/audio_content?${query}`]),
  ['anonymous', filled('/..')],
  ['anonymous', `${tables}/${filled('%41')}`],
  ['anonymous', `${auth}/verify?${filled('a&')}`],
  ['anonymous', `${API_PATHS.publicObject}/audio/${filled('%41')}`],
  ['anonymous', `${API_PATHS.changes}?table=${filled('a,')}`],
  ['admin', `${admin}/search?q=${filled('%25_')}`],
];

/** All except files, which are in expensive-files.ts. */
export const EXPENSIVE_REQUESTS: readonly ExpensiveRequest[] = [
  ...EVERY_TYPE.flatMap(requestsWith(BODIES)),
  ...JSON_ONLY.flatMap(requestsWith(MEMBERS)),
  ...READ_WITH_HEADERS.flatMap((path) =>
    HEADERS.map(([name, value]) => ({
      name: `GET ${path} ${name}: ${value.slice(0, 24)}…`,
      as: 'anonymous' as const,
      method: 'GET',
      path,
      headers: { [name]: value },
    })),
  ),
  ...ADDRESSES.map(([as, path]) => ({
    name: `GET ${path.slice(0, 80)}… as ${as}`,
    as,
    method: 'GET',
    path,
  })),
];
