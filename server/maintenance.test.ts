import { existsSync, utimesSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { toJson } from '#db/codecs.ts';
import { buildUser } from '#db/seeds/builders/build-person.ts';
import {
  buildDeletionRequest,
  buildNewsletterSubscriber,
  buildPlay,
  buildTicket,
} from '#db/seeds/builders/build-service-rows.ts';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { ENGINES, readRows } from '#tests/support/databases/create-test-db.ts';
import { callAuth, createPerson } from '#tests/support/servers/auth-call.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { maintain, maintainForAll } from './maintenance.ts';

const DAY_MS = 24 * 60 * 60_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
/** One row just too old, and one just recent enough. */
const around = <Row>(days: number, build: (created_at: string) => Row) =>
  [days + 1, days - 1].map((age) => build(daysAgo(age)));

describe.each(ENGINES)('on %s', (engine) => {
  test('one of several machines runs the shared tasks, once an hour', async () => {
    const { deps, db } = await createTestServer({
      engine,
      config: { PLAY_LOG_DAYS: 90 },
      rows: {
        users: [buildUser(1)],
        audio_content: [buildTrack()],
        user_activity: [buildPlay(1, { created_at: daysAgo(91) })],
      },
    });
    const asked = await Promise.all([maintainForAll(deps), maintainForAll(deps)]);
    expect(asked.toSorted()).toEqual([false, true]);
    expect(await db.kysely.selectFrom('user_activity').select('id').execute()).toEqual([]);
    expect(await maintainForAll(deps)).toBe(false);
  });

  test('rows with a retention period are deleted after it ends, and not before', async () => {
    const { deps, db } = await createTestServer({
      engine,
      config: { PLAY_LOG_DAYS: 90, AUDIT_LOG_DAYS: 60 },
      rows: {
        users: [buildUser(1)],
        audio_content: [buildTrack({ duration: 60 })],
        user_activity: around(90, (created_at) => buildPlay(1, { created_at })),
        audit_log: around(60, (created_at) => ({
          actor: 'admin',
          action: 'update',
          table_name: 'settings',
          row_id: 'brand',
          before: toJson({}),
          created_at,
        })),
        support_tickets: around(730, (updated_at) => buildTicket(1, { updated_at })),
        deletion_requests: [
          ...around(60, (created_at) =>
            buildDeletionRequest(1, { status: 'received', created_at }),
          ),
          buildDeletionRequest(1, { status: 'confirmed', created_at: daysAgo(900) }),
        ],
        newsletter_subscribers: [
          ...around(30, (created_at) => ({ status: 'pending' as const, created_at })),
          { status: 'confirmed' as const, created_at: daysAgo(900) },
          { status: 'unsubscribed' as const, created_at: daysAgo(900) },
        ].map((row, index) => buildNewsletterSubscriber(index, row)),
      },
    });
    const countPlays = () =>
      db.kysely.selectFrom('play_days').select(['day', 'plays', 'seconds_started']).execute();
    const counted = await countPlays();
    expect(counted).toHaveLength(2);

    await maintain(deps);
    const left = async (
      table: 'user_activity' | 'audit_log' | 'support_tickets' | 'deletion_requests',
    ) => (await db.kysely.selectFrom(table).select('id').execute()).map(({ id }) => id);
    expect(await left('user_activity')).toEqual([2]);
    expect(await left('audit_log')).toEqual([2]);
    expect(await left('support_tickets')).toEqual([2]);
    expect(await left('deletion_requests')).toEqual([2, 3]);
    const subscribers = await readRows(db, 'newsletter_subscribers', {}, ['status']);
    expect(subscribers.map(({ status }) => status)).toEqual([
      'pending',
      'confirmed',
      'unsubscribed',
    ]);
    expect(await countPlays()).toEqual(counted);
  });

  // SQLite is enough below: the statements are the same.
  if (engine !== 'sqlite') return;

  test('old changes and broken uploads are removed, recent ones are kept', async () => {
    const rows = { audio_content: [buildTrack(), buildTrack(), buildTrack()] };
    const { deps, db, clock } = await createTestServer({ engine, rows });
    const [old, fresh] = [await deps.store.createTemporary(), await deps.store.createTemporary()];
    utimesSync(old, 0, 0);
    const count = async () =>
      (await db.kysely.selectFrom('change_log').select('id').execute()).length;

    await maintain(deps);
    expect(await count()).toBe(3);
    expect([existsSync(old), existsSync(fresh)]).toEqual([false, true]);

    clock.advance(8 * DAY_MS);
    await maintain(deps);
    expect(await count()).toBe(1);
  });

  test('expired sign-in data is deleted, valid data is kept', async () => {
    const server = await createTestServer({ engine });
    const { email } = await createPerson(server);
    const pkce = { code_challenge: 'x'.repeat(43), code_challenge_method: 's256' };
    await callAuth(server, '/recover', { body: { email, ...pkce } });
    await callAuth(server, '/recover', { body: { email: 'nobody@example.com' } });
    const count = async (table: 'one_time_tokens' | 'flow_states' | 'rate_limits' | 'sessions') =>
      (await server.db.kysely.selectFrom(table).selectAll().execute()).length;
    const counts = async () => ({
      tokens: await count('one_time_tokens'),
      flows: await count('flow_states'),
      limits: await count('rate_limits'),
      sessions: await count('sessions'),
    });
    // Per address: the time of the last mail and the day's count; for the server: the hour's count.
    expect(await counts()).toEqual({ tokens: 1, flows: 1, limits: 5, sessions: 1 });

    server.clock.advance(2 * DAY_MS);
    await maintain(server.deps);
    expect(await counts()).toEqual({ tokens: 0, flows: 0, limits: 0, sessions: 1 });
    server.clock.advance(121 * DAY_MS);
    await maintain(server.deps);
    expect(await count('sessions')).toBe(0);
  });

  test('a play log longer than one batch is deleted completely', async () => {
    const { deps, db, clock } = await createTestServer({
      engine,
      rows: {
        users: [buildUser(1)],
        audio_content: [buildTrack()],
        user_activity: Array.from({ length: 4_500 }, () => buildPlay()),
      },
    });
    clock.advance(366 * DAY_MS);
    await maintain(deps);
    expect(await db.kysely.selectFrom('user_activity').select('id').execute()).toEqual([]);
  });
});

test('mail files are deleted after their retention, even when the sweep of the file store fails', async () => {
  const { deps, outbox, clock, db } = await createTestServer({
    config: { OUTBOX_DAYS: 10 },
    rows: { audit_log: [{ actor: 'a', action: 'b', table_name: 'c', row_id: 'd' }] },
  });
  const mail = { to: 'ruth@example.com', subject: 's', text: 't', html: 'h', kind: 'k' };
  await deps.mailer.send(mail);
  clock.advance(8 * DAY_MS);
  await deps.mailer.send(mail);
  clock.advance(3 * DAY_MS);
  await maintain(deps);
  expect(outbox()).toHaveLength(1);

  clock.advance(400 * DAY_MS);
  const sweep = () => Promise.reject(new Error('the disk is away'));
  await maintain({ ...deps, store: { ...deps.store, sweep } });
  expect(outbox()).toEqual([]);
  expect(await db.kysely.selectFrom('audit_log').select('id').execute()).toEqual([]);
});
