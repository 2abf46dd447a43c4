import type { RealtimePostgresChangesFilter, SupabaseClient } from '@supabase/supabase-js';
import { afterEach, describe, expect, test } from 'vitest';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { ENGINES, insertRows } from '#tests/support/databases/create-test-db.ts';
import { createTestServer, type TestServer } from '#tests/support/servers/create-test-server.ts';
import { signUp } from '#tests/support/sign-in.ts';

interface Change {
  eventType: string;
  new: Record<string, unknown>;
}
type Filter = RealtimePostgresChangesFilter<'*'>;

const VERSIONS = ['2.0', '2.20', '2.38', '2.50', '2.80', 'today'] as const;
type Version = (typeof VERSIONS)[number];

const clients: SupabaseClient[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) {
    await client.removeAllChannels();
    client.realtime.disconnect();
  }
});

async function createClientOf(version: Version, server: TestServer): Promise<SupabaseClient> {
  const name = version === 'today' ? '@supabase/supabase-js' : `supabase-js-${version}`;
  const { createClient } = await import(/* @vite-ignore */ name);
  // The methods in these tests are the same in every version.
  const client: SupabaseClient = createClient(server.url, server.deps.config.ANON_KEY, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    realtime: { reconnectAfterMs: () => 100 },
  });
  clients.push(client);
  return client;
}

/** Subscribes and resolves after the server's confirmation; `changes` and `statuses` keep growing. */
async function follow(client: SupabaseClient, filter: Filter, name = 'public:audio_content') {
  const changes: Change[] = [];
  const statuses: string[] = [];
  const channel = client
    .channel(name)
    .on('postgres_changes', filter, (change) => changes.push(change))
    .subscribe((status) => statuses.push(status));
  await expect.poll(() => statuses.length, { timeout: 15_000 }).toBeGreaterThan(0);
  return { channel, changes, statuses };
}

const ALL: Filter = { event: '*', schema: 'public', table: 'audio_content' };
const titles = (changes: readonly Change[]) => changes.map(({ new: row }) => row['title']);

describe.each(ENGINES)('on %s', { timeout: 60_000 }, async (engine) => {
  const server = await createTestServer({ engine });
  const add = (overrides: object) =>
    insertRows(server.db, { audio_content: [buildTrack(overrides)] });

  // Versions differ in their protocol, which does not depend on the database.
  const versions = engine === 'sqlite' ? VERSIONS : (['today'] as const);
  describe.each(versions)('supabase-js %s', (version) => {
    test('[W3] receives inserts, updates and deletes with typed rows, and nothing of hidden ones', async () => {
      const client = await createClientOf(version, server);
      const title = `Heard by ${version}`;
      const filter = `title=in.(${title},Hidden)`;
      const { changes, statuses } = await follow(client, { ...ALL, filter });
      expect(statuses).toEqual(['SUBSCRIBED']);
      await add({ title: 'Hidden', enabled: false });
      await add({ title, enabled: true });
      const ours = server.db.kysely.updateTable('audio_content').where('title', '=', title);
      await ours.set({ duration: 61 }).execute();
      await ours.set({ enabled: false }).execute();
      await expect.poll(() => changes.length, { timeout: 10_000 }).toBe(3);
      expect(JSON.stringify(changes)).not.toContain('Hidden');
      expect(changes.map(({ eventType }) => eventType)).toEqual(['INSERT', 'UPDATE', 'DELETE']);
      expect(changes[0]).toMatchObject({
        schema: 'public',
        table: 'audio_content',
        errors: null,
        commit_timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+\+00:00$/),
        new: { id: expect.any(Number), title, enabled: true },
        old: {},
      });
      expect(changes[1]).toMatchObject({ new: { duration: 61 }, old: { title } });
      expect(changes[2]).toMatchObject({ new: {}, old: { title } });
    });

    test('[Q2] receives only the user’s own rows', async () => {
      const [mary, ruth] = [await signUp(server), await signUp(server)];
      const content_id = 1_000_000 * (1 + VERSIONS.indexOf(version));
      await add({ id: content_id });
      const favorites: Filter = { ...ALL, table: 'favorites' };
      const guest = await follow(await createClientOf(version, server), favorites);
      const client = await createClientOf(version, server);
      await client.auth.setSession(mary.session);
      const followed = await follow(client, favorites);
      await ruth.client.from('favorites').insert({ user_id: ruth.user.id, content_id });
      await mary.client.from('favorites').insert({ user_id: mary.user.id, content_id });
      await expect.poll(() => followed.changes.length).toBe(1);
      expect(followed.changes[0]?.new['user_id']).toBe(mary.user.id);
      expect(guest.changes).toEqual([]);
    });
  });

  // One version and one engine are enough below.
  if (engine !== 'sqlite') return;

  test('a client receives nothing from a channel after leaving it', async () => {
    const client = await createClientOf('today', server);
    const [left, kept] = [await follow(client, ALL, 'left'), await follow(client, ALL, 'kept')];
    expect(await client.removeChannel(left.channel)).toBe('ok');
    await add({ title: 'After' });
    await expect.poll(() => titles(kept.changes)).toContain('After');
    expect(titles(left.changes)).not.toContain('After');
  });

  test('a client receives no rows of the user after the session has ended elsewhere', async () => {
    const mary = await signUp(server);
    const client = await createClientOf('today', server);
    await client.auth.setSession(mary.session);
    const followed = await follow(client, { ...ALL, table: 'profiles' });
    await mary.client.auth.signOut({ scope: 'global' });
    await expect.poll(() => followed.statuses, { timeout: 5000 }).toContain('CHANNEL_ERROR');
    await insertRows(server.db, { profiles: [{ id: mary.user.id, username: 'Mary' }] });
    await add({ title: 'Later' });
    expect(followed.changes).toEqual([]);
  });
});
