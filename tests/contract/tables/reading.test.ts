import { describe, expect, test } from 'vitest';
import { toJson } from '#db/codecs.ts';
import { buildUser } from '#db/seeds/builders/build-person.ts';
import { buildPlay } from '#db/seeds/builders/build-service-rows.ts';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { sampleUuid } from '#db/seeds/sample-uuid.ts';
import { ENGINES } from '#tests/support/databases/create-test-db.ts';
import { createTablesServer } from '#tests/support/servers/create-tables-server.ts';

const OWNER = sampleUuid('user', 1);
const AT = '2026-03-01T10:00:00.500Z';

const track = (overrides: Parameters<typeof buildTrack>[0]) =>
  buildTrack({ created_at: '2026-03-02T10:00:00.000Z', ...overrides });

const rows = {
  users: [buildUser(1), buildUser(2)],
  audio_content: [
    track({ title: 'Été', duration: 60, position: 3, loudness_lufs: -16.5, created_at: AT }),
    track({ title: 'still 100% waters', duration: 120, position: 2, description: null }),
    track({ title: 'Psalm, "quoted" (23)', duration: 180, position: 2, category: 'BIRTHING' }),
    track({ title: 'hidden', enabled: false }),
    track({ title: 'a_b\\c', duration: 300, position: 1, loudness_lufs: -18 }),
  ],
  favorites: [
    { user_id: OWNER, content_id: 1 },
    { user_id: OWNER, content_id: 4 },
    { user_id: OWNER, content_id: 5 },
    { user_id: sampleUuid('user', 2), content_id: 1 },
  ],
  user_activity: [buildPlay(1), buildPlay(2), buildPlay(1), buildPlay(1, { content_id: 5 })],
  settings: [
    { key: 'brand', value: toJson({ name: 'Cradlesong', trial: { days: 3 }, 'a"b': 1, on: true }) },
    { key: 'secret', value: toJson({ name: 'hidden' }) },
  ],
};

describe.each(ENGINES)('on %s', async (engine) => {
  const server = await createTablesServer(engine, { rows });

  const ids = async (query: string, as?: string): Promise<unknown> => {
    const answer = await server.request(`/audio_content?select=id&${query}`, as ? { as } : {});
    const body = await answer.json();
    return Array.isArray(body) ? body.map(({ id }) => id) : body;
  };

  test.each([
    ['value=cs.{"trial":{"days":3},"on":true}', true],
    ['value=cs.{"trial":{"days":4}}', false],
    ['value=cd.{"name":"Cradlesong","trial":{"days":3},"a\\"b":1,"on":true,"more":[]}', true],
    ['value=not.cs.{"trial":{}}', false],
  ])('JSON contains and is contained: %s', async (query, isFound) => {
    const answer = await server.request(`/settings?select=key&key=eq.brand&${query}`);
    expect(await answer.json()).toEqual(isFound ? [{ key: 'brand' }] : []);
  });

  test('text search is PostgreSQL’s, and refused as documented on SQLite', async () => {
    const found = await Promise.all(
      [
        'title=fts(english).water',
        'title=plfts.still waters',
        'title=phfts(english).still water',
        'title=wfts(english).waters -psalm',
      ].map((query) => ids(query)),
    );
    const refused = expect.objectContaining({ code: '0A000' });
    // The phrase contains "100%" between its words.
    const [all, phrase] = engine === 'postgres' ? [[2], []] : [refused, refused];
    expect(found).toEqual([all, all, phrase, all]);
    const wrong = await server.request('/audio_content?title=fts(nope).a');
    expect(wrong.status).toBe(400);
    expect((await server.request('/audio_content?id=fts.1')).status).toBe(404);
  });

  test.each([
    ['duration=gte.120&duration=lt.300', [2, 3]],
    ['title=eq.Psalm, "quoted" (23)', [3]],
    ['title=neq.Été', [2, 3, 5]],
    ['description=is.null', [2]],
    ['description=not.is.null', [1, 3, 5]],
    ['description=neq.x', [1, 3, 5]],
    ['description=isdistinct.x', [1, 2, 3, 5]],
    ['enabled=is.true', [1, 2, 3, 5]],
    ['enabled=is.unknown', []],
    ['id=in.(1,3,99)', [1, 3]],
    ['id=in.()', []],
    ['title=in.("Psalm, \\"quoted\\" (23)",hidden)', [3]],
    ['title=like.*100\\%*', [2]],
    ['title=like.a\\_b*', [5]],
    ['title=like.*ÉT*', []],
    ['title=ilike.*É*', [1]],
    ['title=ilike.*STILL*', [2]],
    ['title=match.^[Pp]salm', [3]],
    ['title=imatch.^STILL \\d%2B', [2]],
    ['title=not.match.a', [1]],
    ['title=like(any).{*still*,*Psalm*}', [2, 3]],
    ['id=eq(any).{1,5}', [1, 5]],
    ['or=(id.eq.1,and(duration.gt.100,duration.lt.150))', [1, 2]],
    ['not.or=(id.eq.1,id.eq.2)', [3, 5]],
    ['created_at=eq.2026-03-01 11:00:00.5%2B01', [1]],
  ])('%s', async (query, expected) => {
    expect(await ids(query)).toEqual(expected);
  });

  test.each([
    ['order=position.desc', [1, 2, 3, 5]],
    ['order=description,id.desc', [5, 3, 1, 2]],
    ['order=description.desc', [2, 1, 3, 5]],
    ['order=loudness_lufs.desc.nullslast', [1, 5, 2, 3]],
    ['order=id&limit=2&offset=1', [2, 3]],
    ['limit=0', []],
    ['limit=x&offset=-4', [1, 2, 3, 5]],
    ['offset=99', []],
  ])('%s', async (query, expected) => {
    expect(await ids(query)).toEqual(expected);
  });

  test('the response is the same on both engines, byte for byte', async () => {
    const answer = await server.request(
      '/audio_content?select=id,title,enabled,loudness_lufs,created_at,description&id=in.(1,5)',
    );
    const body = await answer.text();
    expect(body).toMatch(
      /^\[\{"id":1,"title":"Été","enabled":true,"loudness_lufs":-16\.5,"created_at":"2026-03-01T10:00:00\.500\+00:00",/,
    );
    expect(body).toContain('"title":"a_b\\\\c","enabled":true,"loudness_lufs":-18,');
  });

  test.each([
    ['', null, 200, '0-3/*'],
    ['?limit=2&offset=1', null, 200, '1-2/*'],
    ['?offset=9', null, 200, '*/*'],
    ['', 'count=exact', 200, '0-3/4'],
    ['?limit=2', 'count=planned', 206, '0-1/4'],
    ['?id=eq.99', 'count=estimated', 200, '*/0'],
    ['?offset=4', 'count=exact', 206, '*/4'],
    ['?limit=0', 'count=exact', 206, '*/4'],
    ['?id=eq.4', 'count=exact', 200, '*/0'],
  ])('list %j, %s: %i %s', async (query, prefer, status, range) => {
    const headers = prefer === null ? {} : { prefer };
    const answer = await server.request(`/audio_content${query}`, { headers });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-range')).toBe(range);
    expect(answer.headers.get('preference-applied')).toBe(prefer);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const head = await server.request(`/audio_content${query}`, { headers, method: 'HEAD' });
    expect([head.status, head.headers.get('content-range'), await head.text()]).toEqual([
      status,
      range,
      '',
    ]);
  });

  test('an offset past the end with a count is a 416', async () => {
    const headers = { prefer: 'count=exact' };
    const answer = await server.request('/audio_content?offset=5', { headers });
    expect(answer.status).toBe(416);
    expect(answer.headers.get('content-range')).toBe('*/4');
    expect(await answer.json()).toEqual({
      code: 'PGRST103',
      details: 'An offset of 5 was requested, but there are only 4 rows.',
      hint: null,
      message: 'Requested range not satisfiable',
    });
  });

  test('a Range header is combined with limit and offset; another unit is ignored, and a reversed range is refused', async () => {
    const range = async (value: string, query = '') => {
      const answer = await server.request(`/audio_content?select=id${query}`, {
        headers: { range: value },
      });
      return [answer.status, answer.headers.get('content-range')];
    };
    expect(await range('1-2')).toEqual([200, '1-2/*']);
    expect(await range('2-')).toEqual([200, '2-3/*']);
    expect(await range('0-2', '&offset=1&limit=9')).toEqual([200, '1-2/*']);
    expect(await range('items=0-1')).toEqual([200, '0-3/*']);
    expect(await range('3-1')).toEqual([416, null]);
  });

  test('a response can be a single row, CSV, or rows without nulls', async () => {
    const get = (query: string, accept: string) =>
      server.request(`/audio_content?${query}`, { headers: { accept } });
    const single = await get('select=id,title&id=eq.1', 'application/vnd.pgrst.object+json');
    expect(single.headers.get('content-type')).toBe(
      'application/vnd.pgrst.object+json; charset=utf-8',
    );
    expect(await single.text()).toBe('{"id":1,"title":"Été"}');
    const many = await get('select=id', 'application/vnd.pgrst.object+json');
    expect(many.status).toBe(406);
    expect(await many.json()).toMatchObject({
      code: 'PGRST116',
      details: 'The result contains 4 rows',
    });
    const csv = await get('select=id,title,description,enabled&id=in.(2,3)', 'text/csv');
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(await csv.text()).toBe(
      'id,title,description,enabled\n2,"still 100% waters",,t\n3,"Psalm, ""quoted"" (23)","A quiet reading for the end of the day.",t',
    );
    const stripped = await get(
      'select=id,description&id=eq.2',
      'application/vnd.pgrst.array+json;nulls=stripped',
    );
    expect(await stripped.text()).toBe('[{"id":2}]');
    const image = await get('select=id', 'image/png');
    expect(image.status).toBe(406);
    expect(await image.json()).toMatchObject({
      code: 'PGRST107',
      message: 'None of these media types are available: image/png',
    });
  });

  test('embeds can be to-one, to-many, aliased, spread or named by a hint, each with its own row security', async () => {
    const { data } = await server
      .client(OWNER)
      .from('favorites')
      .select(
        'content_id,audio_content(title),track:audio_content!content_id(id),...audio_content(t:title)',
      )
      .order('content_id');
    expect(data).toEqual([
      { content_id: 1, audio_content: { title: 'Été' }, track: { id: 1 }, t: 'Été' },
      { content_id: 4, audio_content: null, track: null, t: null },
      { content_id: 5, audio_content: { title: 'a_b\\c' }, track: { id: 5 }, t: 'a_b\\c' },
    ]);
    const back = await server
      .client(OWNER)
      .from('audio_content')
      .select('id,favorites(user_id),...favorites(who:user_id)')
      .in('id', [1, 2]);
    expect(back.data).toEqual([
      // Another user's favourite of the same track stays hidden.
      { id: 1, favorites: [{ user_id: OWNER }], who: [OWNER] },
      { id: 2, favorites: [], who: [] },
    ]);
  });

  test('embeds can be inner joins, have filters, an order and a limit, and be filtered by null', async () => {
    const favorites = () => server.client(OWNER).from('favorites');
    const inner = await favorites()
      .select('content_id,audio_content!inner(title)')
      .order('content_id');
    expect(inner.data?.map(({ content_id }) => content_id)).toEqual([1, 5]);
    const filtered = await favorites()
      .select('content_id,audio_content(title)')
      .eq('audio_content.title', 'Été')
      .order('content_id');
    expect(filtered.data).toMatchObject([
      { audio_content: {} },
      { audio_content: null },
      { audio_content: null },
    ]);
    const missing = await favorites()
      .select('content_id,audio_content()')
      .is('audio_content', null);
    expect(missing.data).toEqual([{ content_id: 4 }]);
    const sorted = await favorites()
      .select('content_id,audio_content(position)')
      .order('audio_content(position)', { ascending: true });
    expect(sorted.data?.map(({ content_id }) => content_id)).toEqual([5, 1, 4]);
    const nested = await server
      .client(OWNER)
      .from('user_activity')
      .select('id,audio_content(title,favorites(content_id))')
      .eq('id', 3)
      .limit(10);
    expect(nested.data).toEqual([
      { id: 3, audio_content: { title: 'Été', favorites: [{ content_id: 1 }] } },
    ]);
    const limited = await server
      .client(OWNER)
      .from('audio_content')
      .select('id,user_activity(id)')
      .eq('id', 1)
      .order('id', { referencedTable: 'user_activity', ascending: false })
      .limit(1, { referencedTable: 'user_activity' })
      .or(`user_id.eq.${OWNER},user_id.is.null`, { referencedTable: 'user_activity' });
    expect(limited.data).toEqual([{ id: 1, user_activity: [{ id: 3 }] }]);
  });

  test('embeds are counted with the same row security', async () => {
    const tracks = (select: string) =>
      server.client(OWNER).from('audio_content').select(select).in('id', [1, 2]).order('id');
    const { data, error } = await tracks('id,favorites(count),plays:user_activity(total:count)');
    expect(error).toBeNull();
    expect(data).toEqual([
      // Another user's favourites and plays are not counted.
      { id: 1, favorites: [{ count: 1 }], plays: [{ total: 2 }] },
      { id: 2, favorites: [{ count: 0 }], plays: [{ total: 0 }] },
    ]);
    const spread = await tracks('id,...favorites(hearts:count)');
    expect(spread.data).toEqual([
      { id: 1, hearts: [1] },
      { id: 2, hearts: [0] },
    ]);
    expect((await tracks('id,favorites!inner(count)')).data).toEqual([
      { id: 1, favorites: [{ count: 1 }] },
    ]);
    const filtered = await tracks('id,user_activity(count)').eq('user_activity.id', 3);
    expect(filtered.data).toEqual([
      { id: 1, user_activity: [{ count: 1 }] },
      { id: 2, user_activity: [{ count: 0 }] },
    ]);
    const one = await server
      .client(OWNER)
      .from('favorites')
      .select('content_id,audio_content(count)')
      .order('content_id');
    expect(one.data).toEqual([
      { content_id: 1, audio_content: { count: 1 } },
      // Hidden from this user, so 0.
      { content_id: 4, audio_content: { count: 0 } },
      { content_id: 5, audio_content: { count: 1 } },
    ]);
    expect((await tracks('id,favorites(count,user_id)')).error?.code).toBe('42703');
  });

  test('columns can be selected with JSON paths and casts', async () => {
    const { data } = await server
      .client()
      .from('settings')
      .select(
        'key::text,value->trial,days:value->trial->>days,name:value->>name,on:value->>on,none:value->x->>"a\\"b"',
      )
      .eq('value->>name', 'Cradlesong');
    expect(data).toEqual([
      { key: 'brand', trial: { days: 3 }, days: '3', name: 'Cradlesong', on: 'true', none: null },
    ]);
    const asText = await server.request('/settings?select=value::text&key=eq.brand');
    expect(await asText.json()).toEqual([{ value: expect.stringMatching(/^\{"name":/) }]);
    const casts = await server.request(
      '/audio_content?select=id::text,enabled::text,created_at::text,duration::float8,n:enabled::int&id=eq.1',
    );
    expect(await casts.json()).toEqual([
      { id: '1', enabled: 'true', created_at: '2026-03-01 10:00:00.500+00', duration: 60, n: 1 },
    ]);
  });

  test.each([
    ['id=eq.abc', 400, '22P02', 'invalid input syntax for type integer: "abc"'],
    ['nope=eq.1', 400, '42703', 'column audio_content.nope does not exist'],
    ['select=nope', 400, '42703', 'column audio_content.nope does not exist'],
    ['foo=bar', 400, 'PGRST100', '"failed to parse filter (bar)" (line 1, column 1)'],
    ['title=eq.a%00b', 400, '22P05', 'unsupported Unicode escape sequence'],
    ['id=like.1*', 404, '42883', 'operator does not exist: integer ~~ unknown'],
    ['title->>a=eq.1', 404, '42883', 'operator does not exist: text ->> unknown'],
    [
      'duration=is.true',
      400,
      '42804',
      'argument of IS TRUE must be type boolean, not type integer',
    ],
    ['title=like.a\\', 400, '22025', 'LIKE pattern must not end with escape character'],
    ['title=match.(', 400, '2201B', 'invalid regular expression: parentheses () not balanced'],
    ['select=id::money', 400, '42704', 'type "money" does not exist'],
    ['select=title::int', 400, '42846', 'cannot cast type text to integer'],
    ['limit=-1', 416, 'PGRST103', 'Requested range not satisfiable'],
    [
      'favorites.user_id=eq.1',
      400,
      'PGRST108',
      "'favorites' is not an embedded resource in this request",
    ],
    [
      'select=*,favorites(*)&order=favorites(user_id)',
      400,
      'PGRST118',
      "A related order on 'favorites' is not possible",
    ],
    [
      'select=*,favorites(*)&favorites=eq.1',
      400,
      'PGRST120',
      "Bad operator on the 'favorites' embedded resource",
    ],
    [
      'select=*,users(*)',
      400,
      'PGRST200',
      "Could not find a relationship between 'audio_content' and 'users' in the schema cache",
    ],
  ])('%s is %i %s', async (query, status, code, message) => {
    const answer = await server.request(`/audio_content?${query}`);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ code, message });
    expect(answer.headers.get('proxy-status')).toBe(`PostgREST; error=${code}`);
  });

  test('a query above the limits is refused before it runs', async () => {
    const refusal = async (query: string) => {
      const answer = await server.request(`/audio_content?${query}`);
      return [answer.status, (await answer.json()).code];
    };
    const tooComplex = [400, '54001'];
    expect(await refusal(`id=in.(${'1,'.repeat(10_001)}1)`)).toEqual(tooComplex);
    expect(await refusal(Array(250).fill('id=gt.0').join('&'))).toEqual(tooComplex);
    expect(await refusal(`select=${Array(150).fill('id').join(',')}`)).toEqual(tooComplex);
    const deep = 'favorites(audio_content('.repeat(4);
    expect(await refusal(`select=${deep}id${'))'.repeat(4)}`)).toEqual(tooComplex);
    expect(await refusal(`select=id::text&id=in.(${'1,'.repeat(9000)}1)`)).toEqual([
      200,
      undefined,
    ]);
  });

  test.each([
    ['/nope', 404, 'PGRST205'],
    ['/users', 404, 'PGRST205'],
    ['/__proto__', 404, 'PGRST205'],
    ['/audio_content/1', 404, 'PGRST125'],
    ['/%ff', 404, 'PGRST125'],
    ['/', 404, 'PGRST126'],
    ['/rpc/anything', 404, 'PGRST202'],
  ])('%s is %i %s', async (path, status, code) => {
    const answer = await server.request(path);
    expect([answer.status, (await answer.json()).code]).toEqual([status, code]);
  });

  test('profiles are negotiated, and OPTIONS lists the methods', async () => {
    const profile = (name: string) =>
      server.request('/audio_content?select=id', { headers: { 'accept-profile': name } });
    expect((await profile('public')).headers.get('content-profile')).toBe('public');
    const other = await profile('auth');
    expect(other.status).toBe(406);
    expect(await other.json()).toEqual({
      code: 'PGRST106',
      details: null,
      hint: 'Only the following schemas are exposed: public',
      message: 'Invalid schema: auth',
    });
    const options = await server.request('/audio_content', { method: 'OPTIONS' });
    expect([options.status, options.headers.get('allow')]).toEqual([
      200,
      'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE',
    ]);
    expect((await server.request('/nope', { method: 'OPTIONS' })).status).toBe(404);
    const odd = await server.request('/audio_content', { method: 'PROPFIND' });
    expect([odd.status, (await odd.json()).message]).toEqual([
      405,
      'Unsupported HTTP method: PROPFIND',
    ]);
  });

  test('unknown preferences are ignored, except with handling=strict', async () => {
    const prefer = (value: string) =>
      server.request('/audio_content?limit=1', { headers: { prefer: value } });
    expect((await prefer('anything')).status).toBe(200);
    const strict = await prefer('handling=strict, anything, more=1');
    expect(strict.status).toBe(400);
    expect(await strict.json()).toMatchObject({
      code: 'PGRST122',
      details: 'Invalid preferences: anything, more=1',
    });
  });
});

test('a response has at most a thousand rows, and reports the total count', async () => {
  const many = Array.from({ length: 1003 }, () => buildTrack());
  const { client } = await createTablesServer('sqlite', { rows: { audio_content: many } });
  const { data, count, status } = await client()
    .from('audio_content')
    .select('id', { count: 'exact' })
    .limit(5000);
  expect([data?.length, count, status]).toEqual([1000, 1003, 206]);
});
