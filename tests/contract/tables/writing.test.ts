import { beforeEach, describe, expect, test } from 'vitest';
import { buildSubscription, buildUser } from '#db/seeds/builders/build-person.ts';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { sampleUuid } from '#db/seeds/sample-uuid.ts';
import { ENGINES } from '#tests/support/databases/create-test-db.ts';
import {
  ADMIN,
  createTablesServer,
  type TablesServer,
} from '#tests/support/servers/create-tables-server.ts';

const OWNER = sampleUuid('user', 1);
const OTHER = sampleUuid('user', 2);
const NOBODY = sampleUuid('user', 99);

const rows = {
  users: [buildUser(1), buildUser(2)],
  audio_content: [
    buildTrack({ title: 'one' }),
    buildTrack({ title: 'two' }),
    buildTrack({ title: 'three' }),
  ],
  favorites: [
    { user_id: OWNER, content_id: 1 },
    { user_id: OTHER, content_id: 2 },
  ],
  subscriptions: [buildSubscription(1)],
};

const REFUSED = 'new row violates row-level security policy for table';

describe.each(ENGINES)('on %s', (engine) => {
  let server: TablesServer;
  beforeEach(async () => {
    server = await createTablesServer(engine, { rows });
  });

  const send = async (
    method: string,
    path: string,
    body?: unknown,
    { as = OWNER, ...headers }: Record<string, string> & { as?: string } = {},
  ) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const answer = await server.request(path, {
      method,
      as,
      headers,
      ...(body === undefined ? {} : { body: text }),
    });
    const received = await answer.text();
    return {
      status: answer.status,
      range: answer.headers.get('content-range'),
      applied: answer.headers.get('preference-applied'),
      headers: answer.headers,
      text: received,
      json: received === '' ? null : JSON.parse(received),
    };
  };
  const favoritesOf = async (who: string) => {
    const { data } = await server
      .client(who)
      .from('favorites')
      .select('content_id')
      .order('content_id');
    return data?.map(({ content_id }) => content_id);
  };

  test('an insert answers 201 without a body, with the row, or with its location', async () => {
    const favorite = (content_id: number) => ({ user_id: OWNER, content_id });
    const plain = await send('POST', '/favorites', favorite(2));
    expect(plain).toMatchObject({ status: 201, range: '*/*', applied: null, text: '' });
    expect(plain.headers.get('content-length')).toBe('0');
    expect(plain.headers.get('content-type')).toBeNull();
    await send('DELETE', '/favorites?content_id=eq.2');
    const shown = await send(
      'POST',
      '/favorites?select=content_id,audio_content(title)',
      [favorite(2)],
      { prefer: 'return=representation,count=exact' },
    );
    expect(shown).toMatchObject({
      status: 201,
      range: '*/1',
      applied: 'return=representation, count=exact',
      json: [{ content_id: 2, audio_content: { title: 'two' } }],
    });
    const located = await send('POST', '/favorites', favorite(3), {
      prefer: 'return=headers-only',
    });
    expect(located.headers.get('location')).toBe(`/favorites?user_id=eq.${OWNER}&content_id=eq.3`);
  });

  test('a value that is missing in one row of a bulk insert is NULL, or its default if requested', async () => {
    const audio_url = '/storage/v1/object/public/audio/a.mp3';
    const track = { category: 'BIRTHING', duration: 1, audio_url };
    const bulk = [
      { ...track, title: 'a', kind: 'music' },
      { ...track, title: 'b' },
    ];
    const admin = server.client(ADMIN).from('audio_content');
    const asNull = await admin.insert(bulk);
    expect(asNull.error).toMatchObject({
      code: '23502',
      details: null,
      message:
        'null value in column "kind" of relation "audio_content" violates not-null constraint',
    });
    const asDefault = await admin
      .insert(bulk, { defaultToNull: false })
      .select('title,kind,featured');
    expect(asDefault.data).toEqual([
      { title: 'a', kind: 'music', featured: false },
      { title: 'b', kind: 'meditation', featured: false },
    ]);
  });

  test('one invalid row rolls back all of them', async () => {
    const bulk = [2, 3, 1].map((content_id) => ({ user_id: OWNER, content_id }));
    expect(await send('POST', '/favorites', bulk)).toMatchObject({
      status: 409,
      json: {
        code: '23505',
        // SQLite does not report which of several rows failed.
        details: expect.stringMatching(
          /^Key \(user_id, content_id\)(=\(.*, 1\))? already exists\.$/,
        ),
        hint: null,
        message: 'duplicate key value violates unique constraint "favorites_pkey"',
      },
    });
    expect(await favoritesOf(OWNER)).toEqual([1]);
  });

  test('an empty list inserts nothing; an empty object is a row of defaults', async () => {
    const nothing = await send('POST', '/favorites', [], { prefer: 'return=representation' });
    expect(nothing).toMatchObject({ status: 201, json: [] });
    expect(await send('POST', '/subscriptions', {}, { as: ADMIN })).toMatchObject({
      status: 400,
      json: { code: '23502', message: expect.stringContaining('"user_id"') },
    });
  });

  test('row security is checked before every constraint, so nothing can be probed', async () => {
    const foreign = { user_id: OTHER, content_id: 2 };
    const refused = { code: '42501', details: null, hint: null, message: `${REFUSED} "favorites"` };
    expect(await send('POST', '/favorites', foreign)).toMatchObject({ status: 403, json: refused });
    const signedOut = await server.request('/favorites', {
      method: 'POST',
      body: JSON.stringify(foreign),
    });
    expect([signedOut.status, signedOut.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    const absent = { user_id: NOBODY, content_id: 999 };
    expect(await send('POST', '/favorites', absent)).toMatchObject({ status: 403, json: refused });
    const upsert = await send('POST', '/favorites', foreign, {
      prefer: 'resolution=ignore-duplicates',
    });
    expect(upsert).toMatchObject({ status: 403, json: refused });
  });

  test('constraint errors have PostgreSQL’s messages', async () => {
    expect(await send('POST', '/favorites', { user_id: OWNER, content_id: 1 })).toMatchObject({
      status: 409,
      json: { code: '23505', details: `Key (user_id, content_id)=(${OWNER}, 1) already exists.` },
    });
    expect(await send('POST', '/favorites', { user_id: OWNER, content_id: 999 })).toMatchObject({
      status: 409,
      json: {
        code: '23503',
        details: 'Key (content_id)=(999) is not present in table "audio_content".',
        message:
          'insert or update on table "favorites" violates foreign key constraint "favorites_content_id_fkey"',
      },
    });
    const orphan = { user_id: crypto.randomUUID(), plan_type: 'Premium' };
    expect(await send('POST', '/subscriptions', orphan, { as: ADMIN })).toMatchObject({
      status: 409,
      json: {
        code: '23503',
        details: `Key (user_id)=(${orphan.user_id}) is not present in table "users".`,
        message:
          'insert or update on table "subscriptions" violates foreign key constraint "subscriptions_user_id_fkey"',
      },
    });
    const play = { user_id: OWNER, content_id: 1, action_type: 'skip' };
    expect(await send('POST', '/user_activity', play)).toMatchObject({
      status: 400,
      json: {
        code: '23514',
        message:
          'new row for relation "user_activity" violates check constraint "user_activity_action_type_check"',
      },
    });
    expect(await send('POST', '/favorites', { user_id: OWNER, content_id: 'x' })).toMatchObject({
      status: 400,
      json: { code: '22P02', message: 'invalid input syntax for type integer: "x"' },
    });
  });

  test.each([
    ['', 'PGRST102', 'Empty or invalid json'],
    ['{', 'PGRST102', 'Empty or invalid json'],
    ['[{"user_id":1},{"content_id":1}]', 'PGRST102', 'All object keys must match'],
    [
      '{"nope":1}',
      'PGRST204',
      "Could not find the 'nope' column of 'favorites' in the schema cache",
    ],
    ['{"user_id":"a\\u0000"}', '22P05', 'unsupported Unicode escape sequence'],
    ['{"content_id":1e400}', '22003', 'value "Infinity" is out of range for type integer'],
  ])('the body %j is 400 %s', async (body, code, message) => {
    expect(await send('POST', '/favorites', body)).toMatchObject({
      status: 400,
      json: { code, message },
    });
  });

  test('a body of an unknown type, too large or too deep is refused', async () => {
    const xml = await send('POST', '/favorites', '<a/>', { 'content-type': 'text/xml' });
    expect(xml.json).toMatchObject({
      code: 'PGRST102',
      message: 'Content-Type not acceptable: text/xml',
    });
    const large = await send('POST', '/favorites', JSON.stringify({ a: 'x'.repeat(1 << 20) }));
    expect(large.status).toBe(413);
    const deep = `{"id":"${OWNER}","preferences":${'['.repeat(3000)}${']'.repeat(3000)}}`;
    expect(await send('POST', '/profiles', deep)).toMatchObject({ status: 400 });
  });

  test('upsert updates existing rows, or leaves them unchanged if duplicates are ignored, and returns the written rows in order', async () => {
    const positions = () => server.client(OWNER).from('playback_positions');
    const at = (content_id: number, position_seconds: number) => ({
      user_id: OWNER,
      content_id,
      position_seconds,
    });
    expect((await positions().upsert(at(1, 10))).status).toBe(201);
    expect((await positions().upsert(at(1, 20.5))).status).toBe(200);
    const mixed = await positions()
      .upsert([at(2, 5), at(1, 30)])
      .select('content_id,position_seconds');
    expect(mixed).toMatchObject({
      status: 201,
      data: [
        { content_id: 2, position_seconds: 5 },
        { content_id: 1, position_seconds: 30 },
      ],
    });
    const ignored = await positions()
      .upsert([at(1, 99), at(3, 1)], { ignoreDuplicates: true, onConflict: 'user_id,content_id' })
      .select('content_id,position_seconds');
    expect(ignored).toMatchObject({ status: 201, data: [{ content_id: 3, position_seconds: 1 }] });
    expect((await positions().upsert([])).status).toBe(200);
    const twice = await positions().upsert([at(1, 1), at(1, 2)]);
    expect(twice).toMatchObject({ status: 400, error: { code: '21000' } });
    const target = await positions().upsert(at(1, 1), { onConflict: 'content_id' });
    expect(target).toMatchObject({ status: 400, error: { code: '42P10' } });
  });

  test('upsert accepts another unique key, and is refused for favourites, because they cannot be changed', async () => {
    const renewed = await server
      .client(ADMIN)
      .from('subscriptions')
      .upsert({ user_id: OWNER, plan_type: 'Gift' }, { onConflict: 'user_id' })
      .select('id,plan_type,status');
    expect(renewed).toMatchObject({
      status: 200,
      data: [{ id: 1, plan_type: 'Gift', status: 'active' }],
    });
    const again = { user_id: OWNER, content_id: 1 };
    const favorites = () => server.client(OWNER).from('favorites');
    expect((await favorites().upsert(again)).status).toBe(403);
    expect((await favorites().upsert(again, { ignoreDuplicates: true })).status).toBe(201);
  });

  test('an update changes only rows that the user may see and change', async () => {
    const profiles = (who: string) => server.client(who).from('profiles');
    await profiles(OWNER).insert({ id: OWNER });
    await profiles(OTHER).insert({ id: OTHER, username: 'Ruth' });
    const all = await send(
      'PATCH',
      '/profiles?id=not.is.null',
      { username: 'Naomi' },
      { prefer: 'return=representation,count=exact' },
    );
    expect(all).toMatchObject({
      status: 200,
      range: '0-0/1',
      json: [{ id: OWNER, username: 'Naomi' }],
    });
    expect((await profiles(OTHER).select('username').single()).data).toEqual({ username: 'Ruth' });
    const none = await send('PATCH', `/profiles?id=eq.${OTHER}`, { username: 'x' });
    expect(none).toMatchObject({ status: 204, range: '*/*', text: '' });
    const moved = await send('PATCH', `/profiles?id=eq.${OWNER}`, { id: OTHER });
    expect(moved).toMatchObject({ status: 403, json: { message: `${REFUSED} "profiles"` } });
    const nothing = await send(
      'PATCH',
      `/profiles?id=eq.${OWNER}`,
      {},
      { prefer: 'return=representation' },
    );
    expect(nothing).toMatchObject({ status: 200, json: [] });
    const column = await send('PATCH', `/profiles?id=eq.${OWNER}`, { created_at: '2020-01-01' });
    expect(column).toMatchObject({
      status: 403,
      json: { message: 'permission denied for table profiles' },
    });
  });

  test('an update sets the timestamp, and cannot set a required column to null', async () => {
    const admin = { as: ADMIN, prefer: 'return=representation' };
    const nulled = await send('PATCH', '/audio_content?id=eq.1', { title: null }, admin);
    expect(nulled).toMatchObject({ status: 400, json: { code: '23502' } });
    const before = await send('GET', '/audio_content?id=eq.1&select=updated_at', undefined, admin);
    const after = await send(
      'PATCH',
      '/audio_content?id=eq.1&select=updated_at',
      { title: 'uno' },
      admin,
    );
    expect(after.json[0].updated_at > before.json[0].updated_at).toBe(true);
  });

  test('a delete skips other users’ rows', async () => {
    const all = await send('DELETE', '/favorites?content_id=gte.0', undefined, {
      prefer: 'return=representation,count=exact',
    });
    expect(all).toMatchObject({
      status: 200,
      range: '*/1',
      json: [{ user_id: OWNER, content_id: 1 }],
    });
    expect(await favoritesOf(OTHER)).toEqual([2]);
    expect(await send('DELETE', '/favorites?content_id=eq.77')).toMatchObject({ status: 204 });
  });

  test('a change of every row must be requested explicitly', async () => {
    expect(await send('DELETE', '/favorites')).toMatchObject({
      status: 400,
      json: { code: '21000', message: 'DELETE requires a WHERE clause' },
    });
    expect(await send('PATCH', '/profiles', { username: 'all' })).toMatchObject({
      status: 400,
      json: { code: '21000', message: 'UPDATE requires a WHERE clause' },
    });
  });

  test('single and max-affected roll back a change of too many rows', async () => {
    const single = await send(
      'PATCH',
      '/audio_content?id=in.(1,2)',
      { title: 'x' },
      { as: ADMIN, accept: 'application/vnd.pgrst.object+json' },
    );
    expect(single).toMatchObject({ status: 406, json: { code: 'PGRST116' } });
    const limited = await send('DELETE', '/audio_content?id=in.(1,2)', undefined, {
      as: ADMIN,
      prefer: 'handling=strict,max-affected=1',
    });
    expect(limited).toMatchObject({
      status: 400,
      json: { code: 'PGRST124', details: 'The query affects 2 rows' },
    });
    const { data } = await server.client(ADMIN).from('audio_content').select('title').order('id');
    expect(data).toEqual([{ title: 'one' }, { title: 'two' }, { title: 'three' }]);
  });

  test('an unknown column in the requested result stops the write', async () => {
    const shown = await send(
      'POST',
      '/favorites?select=nope',
      { user_id: OWNER, content_id: 2 },
      { prefer: 'return=representation' },
    );
    expect(shown).toMatchObject({ status: 400, json: { code: '42703' } });
    expect(await favoritesOf(OWNER)).toEqual([1]);
  });

  test('PUT identifies one row by its key', async () => {
    const put = (path: string, body: object) => send('PUT', path, body, { as: ADMIN });
    const value = { key: 'announcement', value: { text: 'Peace' } };
    expect((await put('/settings?key=eq.announcement', value)).status).toBe(201);
    expect((await put('/settings?key=eq.announcement', value)).status).toBe(204);
    expect((await put('/settings?key=eq.other', value)).json).toMatchObject({ code: 'PGRST115' });
    expect((await put('/settings', value)).json).toMatchObject({ code: 'PGRST105' });
  });

  test('[Q3] the admin’s changes are in the audit log', async () => {
    const [first, second] = [{ text: 'Peace' }, { text: 'Rest' }];
    await send('POST', '/settings', { key: 'announcement', value: first }, { as: ADMIN });
    await send('PATCH', '/settings?key=eq.announcement', { value: second }, { as: ADMIN });
    await send('DELETE', '/settings?key=eq.announcement', undefined, { as: ADMIN });
    const { data } = await server.client(ADMIN).from('audit_log').select('*').order('id');
    expect(data).toMatchObject([
      {
        action: 'insert',
        table_name: 'settings',
        row_id: 'announcement',
        before: null,
        after: { value: first },
      },
      { action: 'update', before: { value: first }, after: { value: second } },
      { action: 'delete', before: { value: second }, after: null },
    ]);
  });

  test('writers of the same rows in different orders do not block each other', async () => {
    // Fills the connection pool, so that the requests below overlap.
    await Promise.all(Array.from({ length: 10 }, () => send('GET', '/favorites')));
    const merge = { prefer: 'resolution=merge-duplicates,return=representation' };
    const orders = [
      [1, 2, 3],
      [3, 2, 1],
      [2, 3, 1],
    ];
    const writes = Array.from({ length: 24 }, (_, at) => {
      const ids = orders[at % orders.length] ?? [];
      const order = at % 2 === 0 ? 'content_id.asc' : 'content_id.desc';
      const rows = ids.map((content_id) => ({ user_id: OWNER, content_id, position_seconds: at }));
      const own = `/playback_positions?user_id=eq.${OWNER}&order=${order}`;
      return [
        send('POST', '/playback_positions', rows, merge),
        send('PATCH', own, { position_seconds: at }),
      ];
    });
    for (const { status, json } of await Promise.all(writes.flat())) {
      expect(status).toBeLessThan(300);
      if (json === null) continue;
      const written = json.map((row: { content_id: number }) => row.content_id);
      expect(orders).toContainEqual(written);
    }
  });
});
