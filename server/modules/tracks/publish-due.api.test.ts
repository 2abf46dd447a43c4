import type { SupabaseClient } from '@supabase/supabase-js';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildNotification } from '#db/seeds/builders/build-service-rows.ts';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { ENGINES, insertRows, readRows } from '#tests/support/databases/create-test-db.ts';
import { dieAtEveryStatement } from '#tests/support/databases/dying-database.ts';
import { createTestServer, type TestServer } from '#tests/support/servers/create-test-server.ts';
import { openEventReader } from '#tests/support/servers/event-reader.ts';
import { fetchAdminToken, type SignedIn, signUp } from '#tests/support/sign-in.ts';
import { publishDue } from './publish-due.usecases.ts';

/** The tests advance the clock by minutes only, so that their tokens do not expire. */
const MINUTE = 60_000;
const ANON_KEY = { apikey: 'cradlesong-anon' };

let server: TestServer;

const inMinutes = (minutes: number) =>
  new Date(server.clock.now() + minutes * MINUTE).toISOString();

function listen(table: string, user?: SignedIn) {
  const headers = user ? { Authorization: `Bearer ${user.session.access_token}` } : ANON_KEY;
  return openEventReader(`${server.url}/realtime/v1/changes?table=${table}`, { headers });
}

/** Titles for anonymous readers; requested twice, to include a cached response. */
async function publicTitles(): Promise<string[]> {
  const ask = async () => {
    const { data } = await server
      .supabase()
      .from('audio_content')
      .select('title')
      .eq('enabled', true)
      .throwOnError();
    return data.map(({ title }) => title);
  };
  await ask();
  return ask();
}

describe.each(ENGINES)('publishing on schedule, on %s', (engine) => {
  let admin: SupabaseClient;
  beforeEach(async () => {
    server = await createTestServer({ engine });
    admin = server.supabase(await fetchAdminToken(server));
  });

  test('[W3][M12] a scheduled track is visible nowhere before its time; then it appears, and every open page gets one event', async () => {
    const draft = buildTrack({
      enabled: false,
      publish_at: inMinutes(2),
      unpublish_at: inMinutes(5),
    });
    const { data } = await admin.from('audio_content').insert(draft).select().throwOnError();
    expect(data).toMatchObject([{ enabled: false }]);
    const page = await listen('audio_content');
    server.clock.advance(1.9 * MINUTE);
    expect(await publishDue(server)).toBe(0);
    expect(await publicTitles()).toEqual([]);

    server.clock.advance(0.2 * MINUTE);
    const doneByEach = await Promise.all([publishDue(server), publishDue(server)]);
    expect(doneByEach.sort()).toEqual([0, 1]);
    expect(await publicTitles()).toEqual(['Still Waters']);
    expect(await page.event(0)).toMatchObject({
      event: 'INSERT',
      data: { record: { title: 'Still Waters', publish_at: null } },
    });

    server.clock.advance(3 * MINUTE);
    await publishDue(server);
    expect(await publicTitles()).toEqual([]);
    expect(await page.event(1)).toMatchObject({ event: 'DELETE' });
    expect(page.events).toHaveLength(2);
    const log = await admin.from('audit_log').select('row_id, after').eq('actor', 'schedule');
    expect(log.data).toEqual([
      { row_id: '1', after: { title: 'Still Waters', enabled: true } },
      { row_id: '1', after: { title: 'Still Waters', enabled: false } },
    ]);
  });

  test('[W3] a track without a recording stays disabled, manually and on schedule, until it has one', async () => {
    const draft = buildTrack({
      enabled: false,
      audio_url: '',
      duration: 0,
      publish_at: inMinutes(1),
    });
    await admin.from('audio_content').insert(draft).throwOnError();
    const { error, status } = await admin
      .from('audio_content')
      .update({ enabled: true })
      .eq('id', 1);
    expect(status).toBe(400);
    expect(error).toMatchObject({
      code: '23514',
      message: expect.stringContaining('audio_content_recording_check'),
    });
    const entirelyNew = await admin.from('audio_content').insert({ ...draft, enabled: true });
    expect(entirelyNew.error?.code).toBe('23514');

    server.clock.advance(2 * MINUTE);
    expect(await publishDue(server)).toBe(0);
    await admin
      .from('audio_content')
      .update({ audio_url: '/storage/v1/object/public/audio/a.mp3', duration: 60 })
      .eq('id', 1)
      .throwOnError();
    expect(await publishDue(server)).toBe(1);
    expect(await publicTitles()).toEqual(['Still Waters']);
  });

  test('[N1] a scheduled notification reaches its recipients only, and disappears when withdrawn', async () => {
    const [mary, ruth] = [await signUp(server), await signUp(server)];
    await chooses(mary, { stage: 'BIRTHING' });
    await chooses(ruth, { stage: 'PREGNANCY' });
    const { data } = await admin
      .from('notifications')
      .insert({ title: 'Breathe', body: 'b', stage: 'BIRTHING', publish_at: inMinutes(1) })
      .select('id')
      .single()
      .throwOnError();
    const [marysStream, ruthsStream] = [
      await listen('notifications', mary),
      await listen('notifications', ruth),
    ];
    expect(await notificationsOf(mary)).toEqual([]);

    server.clock.advance(2 * MINUTE);
    // The time has passed, but only `publishDue` publishes the notification, together with its event.
    expect(await notificationsOf(mary)).toEqual([]);
    await publishDue(server);
    expect(await notificationsOf(mary)).toEqual(['Breathe']);
    expect(await notificationsOf(ruth)).toEqual([]);
    expect(await marysStream.event(0)).toMatchObject({
      event: 'INSERT',
      data: { record: { title: 'Breathe' } },
    });

    const withdrawn_at = new Date(server.clock.now()).toISOString();
    await admin.from('notifications').update({ withdrawn_at }).eq('id', data.id).throwOnError();
    expect(await marysStream.event(1)).toMatchObject({ event: 'DELETE' });
    expect(await notificationsOf(mary)).toEqual([]);
    expect(ruthsStream.events).toEqual([]);
    expect(
      (await admin.from('notifications').insert({ title: 'a', body: 'b', stage: 'x' })).error,
    ).toMatchObject({ code: '23514' });
  });

  test('[N1] a notification for a stage reaches a user who has just chosen that stage; while paused, only personal notifications arrive', async () => {
    const mary = await signUp(server);
    const marysStream = await listen('notifications', mary);
    const send = (title: string, stage: 'BIRTHING' | null) =>
      insertRows(server.db, { notifications: [buildNotification({ title, stage })] });
    await send('before', 'BIRTHING');
    await chooses(mary, { stage: 'BIRTHING' });
    await send('after', 'BIRTHING');
    expect(await marysStream.event(0)).toMatchObject({
      event: 'INSERT',
      data: { record: { title: 'after' } },
    });
    expect(await notificationsOf(mary)).toEqual(['before', 'after']);

    await chooses(mary, { stage: 'BIRTHING', paused: true });
    await send('quiet', null);
    await insertRows(server.db, {
      notifications: [buildNotification({ title: 'Our answer', user_id: mary.user.id })],
    });
    expect(await marysStream.event(1)).toMatchObject({ data: { record: { title: 'Our answer' } } });
    expect(await notificationsOf(mary)).toEqual(['Our answer']);
    await chooses(mary, { stage: 'BIRTHING', paused: false });
    expect(await notificationsOf(mary)).toEqual(['before', 'after', 'quiet', 'Our answer']);
  });

  // The test below does not depend on the engine.
  if (engine !== 'sqlite') return;

  test('[W3] a due row and its log entry are written together or not at all, wherever the server dies', async () => {
    const [created_at, publish_at] = [inMinutes(-3), inMinutes(-1)];
    await insertRows(server.db, {
      audio_content: [
        buildTrack({ enabled: false, publish_at }),
        buildTrack({ enabled: true, unpublish_at: publish_at }),
      ],
      notifications: [buildNotification({ created_at, publish_at })],
    });
    const statements = await dieAtEveryStatement(server.db, (db) => publishDue({ ...server, db }));
    expect(statements).toBe(4);
    const log = await readRows(server.db, 'audit_log', { actor: 'schedule' }, ['table_name']);
    expect(log.map(({ table_name }) => table_name).sort()).toEqual([
      'audio_content',
      'audio_content',
      'notifications',
    ]);
    expect(await publishDue(server)).toBe(0);
  });
});

async function chooses({ client, user }: SignedIn, preferences: object) {
  await client.from('profiles').upsert({ id: user.id, preferences }).throwOnError();
}

async function notificationsOf({ client }: SignedIn): Promise<string[]> {
  const { data } = await client.from('notifications').select('title').order('id').throwOnError();
  return data.map(({ title }) => title);
}
