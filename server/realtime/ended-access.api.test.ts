import { setTimeout as delay } from 'node:timers/promises';
import type { SupabaseClient } from '@supabase/supabase-js';
import { describe, expect, test } from 'vitest';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { ENGINES, insertRows, readRows } from '#tests/support/databases/create-test-db.ts';
import { callAuth } from '#tests/support/servers/auth-call.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { type EventReader, openEventReader } from '#tests/support/servers/event-reader.ts';
import { ADMIN_PASSWORD } from '#tests/support/servers/server-process.ts';
import { fetchAdminToken, type SignedIn, signUp } from '#tests/support/sign-in.ts';

/** Far below the heartbeat of 20 s, at which streams used to end. */
const AT_ONCE_MS = 5_000;

describe.each(ENGINES)(
  'an open event stream on %s ends at once',
  { timeout: 30_000 },
  async (engine) => {
    const server = await createTestServer({ engine });
    const admin = await fetchAdminToken(server);

    const read = (token: string): Promise<EventReader> =>
      openEventReader(`${server.url}${API_PATHS.changes}?table=profiles`, {
        headers: { Authorization: `Bearer ${token}` },
      });
    const isOver = async ({ ended }: EventReader) =>
      Promise.race([ended.then(() => true), delay(AT_ONCE_MS, false, { ref: false })]);
    const signInAgain = async ({ email, password }: SignedIn) => {
      const client = server.supabase();
      const { data } = await client.auth.signInWithPassword({ email, password });
      return { client, token: data.session?.access_token ?? '' };
    };
    const asAdmin = (path: string, method: string, body?: unknown) =>
      callAuth(server, path, { method, bearer: admin, ...(body === undefined ? {} : { body }) });

    test('when its user signs out, while other devices of the user stay connected', async () => {
      const ruth = await signUp(server);
      const phone = await signInAgain(ruth);
      const [here, there] = [await read(ruth.session.access_token), await read(phone.token)];
      await ruth.client.auth.signOut({ scope: 'local' });
      expect(await isOver(here)).toBe(true);
      await server.db.kysely
        .insertInto('profiles')
        .values({ id: ruth.user.id, username: 'Mary' })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ username: 'Mary' }))
        .execute();
      expect((await there.event(0)).data.record).toMatchObject({ username: 'Mary' });
    });

    type Act = (phone: SupabaseClient, id: string) => Promise<unknown>;
    test.each<[string, Act]>([
      ['when the user signs out everywhere', (phone) => phone.auth.signOut({ scope: 'global' })],
      ['when the password changes', (phone) => phone.auth.updateUser({ password: 'another one' })],
      [
        'when the user is banned',
        (_, id) => asAdmin(`/admin/users/${id}`, 'PUT', { ban_duration: '24h' }),
      ],
      ['when the account is deleted', (_, id) => asAdmin(`/admin/users/${id}`, 'DELETE')],
    ])('%s', async (_title, act) => {
      const ruth = await signUp(server);
      const phone = await signInAgain(ruth);
      const here = await read(ruth.session.access_token);
      await act(phone.client, ruth.user.id);
      expect(await isOver(here)).toBe(true);
    });

    test('for the admin, when the admin’s password is changed', async () => {
      const ofAdmin = await read(admin);
      await asAdmin('/admin/password', 'PUT', {
        current_password: ADMIN_PASSWORD,
        password: 'another long admin password',
      });
      expect(await isOver(ofAdmin)).toBe(true);
    });

    test('and gets no change of the transaction that ends the session, regardless of the order', async () => {
      const ruth = await signUp(server);
      await insertRows(server.db, { profiles: [{ id: ruth.user.id, username: 'Mary' }] });
      const here = await read(ruth.session.access_token);
      const guest = await openEventReader(`${server.url}${API_PATHS.changes}?table=audio_content`);
      await server.db.kysely.transaction().execute(async (trx) => {
        const rename = (username: string) =>
          trx.updateTable('profiles').set({ username }).where('id', '=', ruth.user.id).execute();
        await rename('Before');
        await trx.deleteFrom('sessions').where('user_id', '=', ruth.user.id).execute();
        await rename('After');
        await trx.insertInto('audio_content').values(buildTrack()).execute();
      });
      await guest.event(0);
      expect(await isOver(here)).toBe(true);
      // The row was written just before the stream began, so its event may still arrive on PostgreSQL.
      expect(here.events.filter(({ data }) => data.type === 'UPDATE')).toEqual([]);
    });

    test('and neither an anonymous reader nor the change log learns whose session ended', async () => {
      const guest = await openEventReader(`${server.url}${API_PATHS.changes}?table=audio_content`);
      const ruth = await signUp(server);
      await ruth.client.auth.signOut();
      const rows = await readRows(server.db, 'change_log', { table_name: 'sessions' }, [
        'record',
        'old_record',
        'row_key',
      ]);
      expect(rows.length).toBeGreaterThan(0);
      expect(JSON.stringify(rows)).not.toContain(ruth.user.id);
      expect(guest.events).toEqual([]);
    });
  },
);
