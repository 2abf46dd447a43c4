import { describe, expect, test } from 'vitest';
import { type PersonExport, personExportSchema } from '#contract/calls/person-export.ts';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { toJson } from '#db/codecs.ts';
import { buildProfile, buildSubscription, buildUser } from '#db/seeds/builders/build-person.ts';
import {
  buildCentreCode,
  buildDeletionRequest,
  buildFavorite,
  buildNewsletterSubscriber,
  buildNotification,
  buildPlay,
  buildTicket,
} from '#db/seeds/builders/build-service-rows.ts';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import {
  createTestDatabase,
  ENGINES,
  insertRows,
  readRows,
} from '#tests/support/databases/create-test-db.ts';
import { createPrivacyAdmin } from '#tests/support/privacy-admin.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { send } from '#tests/support/servers/send.ts';
import { type SignedIn, signUp } from '#tests/support/sign-in.ts';

/** The export's member for each table with user data. */
const EXPORTED: Record<string, keyof PersonExport> = {
  users: 'account',
  sessions: 'sessions',
  profiles: 'profile',
  storage_objects: 'pictures',
  favorites: 'favorites',
  user_activity: 'plays',
  playback_positions: 'positions',
  subscriptions: 'subscription',
  code_redemptions: 'codes',
  support_tickets: 'tickets',
  notifications: 'notifications',
  notification_reads: 'notifications',
  consents: 'consents',
  newsletter_subscribers: 'newsletter',
  deletion_requests: 'deletion_requests',
};
/** Tables without an export, and why. */
const NOT_EXPORTED: Record<string, string> = {
  flow_states: 'a pending sign-in: hashes, deleted within days',
  one_time_tokens: 'hashes of links in mails, deleted within a day',
  hand_overs: 'hashes of codes, deleted within minutes',
  admin_people: 'accounts of the staff, not of listeners',
};
/** Columns omitted from exported tables, and why. */
const LEFT_OUT: Record<string, Record<string, string>> = {
  users: {
    email: 'exported once, at the top',
    password_hash: 'a secret',
    email_change_accepted: 'which of the two confirmation links was opened',
    email_proved_at: 'the time at which the first mailed link was opened, internal',
    identity_id: 'an internal number',
  },
  sessions: {
    id: 'a secret: it authenticates its holder',
    aal: 'the same for every user',
    amr: 'the method of the sign-in, already clear from the times',
    refresh_counter: 'part of a secret',
  },
  storage_objects: {
    owner: 'the user',
    bucket: 'part of the address',
    name: 'the name under which this server keeps the file',
    cache_control: 'how long a browser may keep the file, not data of the user',
  },
  code_redemptions: { code_id: 'exported as the name of the centre' },
  user_activity: { action_type: 'the same in every row' },
  notifications: {
    stage: 'the intended audience, not data of the user',
    withdrawn_at: 'a time of the notification, not of the user',
    announced_at: 'a time of the notification, not of the user',
    created_at: 'a time of the notification, not of the user',
  },
  newsletter_subscribers: { token_hash: 'a secret' },
  deletion_requests: { token_hash: 'a secret', erased_at: 'afterwards there is no user to export' },
};
const KEYS = ['id', 'user_id', 'content_id', 'notification_id', 'email'];

test('every table and column with user data is exported, or excluded for a stated reason', async () => {
  const db = await createTestDatabase('sqlite');
  const tables = (await db.kysely.introspection.getTables()).map(({ name, columns }) => ({
    name,
    columns: columns.map((column) => column.name),
  }));
  const personal = tables.filter(
    ({ name, columns }) =>
      ['users', 'profiles'].includes(name) ||
      columns.some((column) => /^(?:user_id|owner)$|email/.test(column)),
  );
  expect(personal.map(({ name }) => name).sort()).toEqual(
    [...Object.keys(EXPORTED), ...Object.keys(NOT_EXPORTED)].sort(),
  );
  const shape = JSON.stringify(personExportSchema.toJSONSchema());
  for (const { name, columns } of personal.filter(({ name }) => name in EXPORTED)) {
    const leftOut = Object.keys(LEFT_OUT[name] ?? {});
    const missing = columns.filter(
      (column) =>
        !KEYS.includes(column) && !leftOut.includes(column) && !shape.includes(`"${column}":`),
    );
    expect([name, missing]).toEqual([name, []]);
  }
});

describe.each(ENGINES)('an export on %s', async (engine) => {
  const server = await createTestServer({
    engine,
    rows: {
      audio_content: [buildTrack({ title: 'Pregnancy <Psalms>' })],
      settings: [{ key: 'brand', value: toJson({ name: 'Lullaby & House' }) }],
    },
  });
  const privacyAdmin = await createPrivacyAdmin(server);
  const ruth = await signUp(server);
  await settle(ruth);
  await signUp(server);
  await insertRows(server.db, {
    users: [buildUser(1, { email: 'other@example.org' })],
    support_tickets: [buildTicket(1, { id: 702, message: 'Somebody else wrote this' })],
    ticket_messages: [{ ticket_id: 702, author: 'person', text: 'Somebody else again' }],
  });

  /** Adds a row to every table with user data. */
  async function settle({ user, email }: SignedIn) {
    const mine = { user_id: user.id };
    await server.db.kysely.deleteFrom('consents').execute();
    await insertRows(server.db, {
      profiles: [buildProfile(1, { id: user.id, username: 'Ruth <3' })],
      storage_objects: [
        {
          id: crypto.randomUUID(),
          bucket: 'avatars',
          path: `${user.id}/ruth at home.png`,
          name: 'ruth-at-home-0123456789abcdef.png',
          owner: user.id,
          content_type: 'image/png',
          bytes: 110,
          metadata: toJson({ taken: 'at home' }),
        },
      ],
      favorites: [buildFavorite(1, mine)],
      user_activity: [buildPlay(1, mine)],
      playback_positions: [{ ...mine, content_id: 1, position_seconds: 12.5 }],
      subscriptions: [buildSubscription(1, mine)],
      centre_codes: [buildCentreCode({ id: 801 })],
      code_redemptions: [{ ...mine, code_id: 801 }],
      support_tickets: [buildTicket(1, { id: 701, ...mine, message: 'I am Ruth' })],
      ticket_messages: [{ ticket_id: 701, author: 'person', text: 'Still Ruth' }],
      notifications: [
        buildNotification({ id: 901, ...mine, title: 'To Ruth' }),
        buildNotification({ id: 902, title: 'Read by Ruth' }),
        buildNotification({ id: 903, title: 'Not read by Ruth' }),
      ],
      notification_reads: [{ ...mine, notification_id: 902 }],
      consents: [{ ...mine, kind: 'play_log', text_version: '1', granted: true }],
      newsletter_subscribers: [buildNewsletterSubscriber(1, { email })],
      deletion_requests: [buildDeletionRequest(1, { ...mine, email, feedback: 'Farewell' })],
    });
  }

  const get = (path: string, bearer?: string | null) =>
    send(server, path, { bearer: bearer === null ? undefined : (bearer ?? privacyAdmin.admin) });
  const adminPath = (id: string, query = '') => `${API_PATHS.admin}/people/${id}/export${query}`;

  test('contains all data of the user and none of others, as the contract states', async () => {
    const answer = await get(adminPath(ruth.user.id));
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="my-data-\d{4}-\d\d-\d\d\.json"$/,
    );
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const text = await answer.text();
    const data = personExportSchema.strict().parse(JSON.parse(text));
    const track = { content_id: 1, title: 'Pregnancy <Psalms>' };
    expect(data).toMatchObject({
      version: 1,
      email: ruth.email,
      account: { id: ruth.user.id },
      sessions: [{ created_at: expect.any(String) }],
      profile: { username: 'Ruth <3' },
      pictures: [
        {
          address: `${server.deps.config.SITE_URL}/storage/v1/object/public/avatars/${ruth.user.id}/ruth%20at%20home.png`,
          path: `${ruth.user.id}/ruth at home.png`,
          bytes: 110,
          metadata: { taken: 'at home' },
        },
      ],
      favorites: [track],
      plays: [track],
      positions: [{ ...track, position_seconds: 12.5, is_playing: false }],
      subscription: { plan_type: 'Premium' },
      codes: [{ centre_name: 'Sample Birth Centre' }],
      tickets: [{ message: 'I am Ruth', messages: [{ author: 'person', text: 'Still Ruth' }] }],
      notifications: [
        { title: 'To Ruth', to_everybody: false, read_at: null },
        { title: 'Read by Ruth', to_everybody: true, read_at: expect.any(String) },
      ],
      consents: [{ kind: 'play_log', granted: true }],
      newsletter: { status: 'pending' },
      deletion_requests: [{ feedback: 'Farewell' }],
    });
    expect(text).not.toContain('Somebody else');
    expect(text).not.toContain('argon2');
    expect(await readRows(server.db, 'audit_log', { action: 'export' })).toMatchObject([
      { table_name: 'users', row_id: ruth.user.id, before: null, after: { format: 'json' } },
    ]);
  });

  test('is available as a page under the owner’s brand name, which loads nothing', async () => {
    const answer = await get(adminPath(ruth.user.id, '?format=html'));
    expect(answer.headers.get('content-type')).toContain('text/html');
    const page = await answer.text();
    expect(page).toContain('Lullaby &amp; House');
    expect(page).toContain('Ruth &lt;3');
    expect(page).toContain('I am Ruth');
    expect(page).toMatch(/You, [^<]+ UTC: Still Ruth/);
    expect(page).toContain('Pregnancy &lt;Psalms&gt;');
    expect(page).not.toMatch(/<script|src=|href=|url\(/);
  });

  test('is available at once to the signed-in user, and to no visitor', async () => {
    const answer = await get(API_PATHS.accountData, ruth.session.access_token);
    expect(personExportSchema.parse(await answer.json()).email).toBe(ruth.email);
    expect((await get(API_PATHS.accountData, null)).status).toBe(401);
    expect((await get(API_PATHS.accountData, server.deps.config.ANON_KEY)).status).toBe(401);
    expect((await get(API_PATHS.accountData, privacyAdmin.admin)).status).toBe(401);
  });

  test('requested with a deletion is linked in the mail until the erasure', async () => {
    const leaving = await signUp(server);
    const id = await privacyAdmin.ask(leaving, { dataDownload: true });
    await privacyAdmin.post(`/deletion-requests/${id}/approve`);
    const mail = server.outbox().findLast(({ to }) => to.includes(leaving.email));
    const link = mail?.links.find((address) => address.includes(API_PATHS.accountDeletionData));
    const page = await fetch(String(link));
    expect(await page.text()).not.toContain(leaving.email);
    const file = await fetch(String(link), { method: 'POST' });
    expect(personExportSchema.parse(await file.json()).email).toBe(leaving.email);
    await privacyAdmin.post(`/deletion-requests/${id}/erase`, { email: leaving.email });
    expect((await fetch(String(link), { method: 'POST' })).status).toBe(404);
    const guess = `${server.url}${API_PATHS.accountDeletionData}?token=guess`;
    expect((await fetch(guess, { method: 'POST' })).status).toBe(404);
  });

  test('contains newsletter and requests of an address without an account', async () => {
    const email = 'no-account@example.com';
    await insertRows(server.db, {
      newsletter_subscribers: [buildNewsletterSubscriber(2, { email })],
    });
    const { id } = await server.db.kysely
      .insertInto('deletion_requests')
      .values({ email, reason: 'other', status: 'confirmed', data_download: true })
      .returning('id')
      .executeTakeFirstOrThrow();
    await privacyAdmin.post(`/deletion-requests/${id}/approve`);
    const link = server.outbox().findLast(({ to }) => to.includes(email))?.links[0];
    const file = await fetch(String(link), { method: 'POST' });
    expect(personExportSchema.parse(await file.json())).toMatchObject({
      account: null,
      tickets: [],
      newsletter: { source: 'landing' },
      deletion_requests: [{ status: 'approved' }],
    });
  });
});
