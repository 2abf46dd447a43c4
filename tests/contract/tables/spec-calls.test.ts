import { describe, expect, test } from 'vitest';
import { buildSubscription } from '#db/seeds/builders/build-person.ts';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { ENGINES, insertRows, readRows } from '#tests/support/databases/create-test-db.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { signUp } from '#tests/support/sign-in.ts';

const audio_content = [
  buildTrack({ title: 'Morning Prayer & Meditation', duration: 900 }),
  buildTrack({ title: 'Not ready yet', enabled: false }),
  buildTrack({ title: 'Pregnancy Psalms', category: 'PREGNANCY', duration: 1500 }),
];

/** The calls in section 7 of the specification, verbatim, with the official client. */
describe.each(ENGINES)('on %s', async (engine) => {
  const server = await createTestServer({ engine, rows: { audio_content } });

  test('[W2] read audio_content: all where enabled', async () => {
    const { data, error, status } = await server
      .supabase()
      .from('audio_content')
      .select('*')
      .eq('enabled', true);
    expect({ error, status }).toEqual({ error: null, status: 200 });
    expect(data?.map(({ title }) => title)).toEqual([
      'Morning Prayer & Meditation',
      'Pregnancy Psalms',
    ]);
  });

  test('[W2] read one audio_content by id, single', async () => {
    const read = (id: number) =>
      server
        .supabase()
        .from('audio_content')
        .select('title, description, audio_url, duration')
        .eq('id', id)
        .single();
    expect((await read(1)).data).toEqual({
      title: 'Morning Prayer & Meditation',
      description: 'A quiet reading for the end of the day.',
      audio_url: '/storage/v1/object/public/audio/still-waters-00000000.mp3',
      duration: 900,
    });
    const disabled = await read(2);
    expect(disabled).toMatchObject({ data: null, status: 406, error: { code: 'PGRST116' } });
  });

  test('[W2] favorites: add, read, remove', async () => {
    const { client, user } = await signUp(server);
    const favorites = () => client.from('favorites');
    const added = await favorites().insert({ user_id: user.id, content_id: 3 });
    expect(added).toMatchObject({ error: null, data: null, status: 201 });
    const read = await favorites().select('content_id').eq('user_id', user.id);
    expect(read.data).toEqual([{ content_id: 3 }]);
    const removed = await favorites().delete().eq('user_id', user.id).eq('content_id', 3);
    expect(removed).toMatchObject({ error: null, data: null, status: 204 });
    expect((await favorites().select('content_id').eq('user_id', user.id)).data).toEqual([]);
  });

  test('[W2] log play: it is stored, visible to its user alone', async () => {
    const { client, user } = await signUp(server);
    const activity = () => client.from('user_activity');
    const play = { user_id: user.id, content_id: 1, action_type: 'play' };
    expect(await activity().insert(play)).toMatchObject({ error: null, status: 201 });
    const stored = await readRows(server.db, 'user_activity', {}, [
      'user_id',
      'content_id',
      'action_type',
    ]);
    expect(stored).toEqual([play]);
    expect((await activity().select('*')).data).toMatchObject([play]);
    const { client: other } = await signUp(server);
    expect((await other.from('user_activity').select('*')).data).toEqual([]);
  });

  test('[W2] [E1] profile: looked up at login, created with the id only, shown, updated', async () => {
    const { client, user } = await signUp(server);
    const profiles = () => client.from('profiles');
    const missing = await profiles().select('*').eq('id', user.id).single();
    expect(missing).toMatchObject({ status: 406, error: { code: 'PGRST116' } });
    expect(await profiles().insert([{ id: user.id }])).toMatchObject({ error: null, status: 201 });
    const found = await profiles().select('*').eq('id', user.id).single();
    expect(found.data).toMatchObject({ id: user.id, username: null, avatar_url: null });
    const update = { username: 'Naomi', avatar_url: 'https://example.org/n.png' };
    const updated = await profiles().update(update).eq('id', user.id);
    expect(updated).toMatchObject({ error: null, data: null, status: 204 });
    const screen = await profiles().select('username, avatar_url').eq('id', user.id).maybeSingle();
    expect(screen.data).toEqual(update);
  });

  test('[W2] read subscription: one, or none', async () => {
    const { client, user } = await signUp(server);
    const other = await signUp(server);
    await insertRows(server.db, {
      subscriptions: [buildSubscription(1, { user_id: user.id, plan_type: 'lifetime' })],
    });
    const read = (who: typeof client, id: string) =>
      who
        .from('subscriptions')
        .select('plan_type, status, end_date')
        .eq('user_id', id)
        .maybeSingle();
    expect((await read(client, user.id)).data).toEqual({
      plan_type: 'lifetime',
      status: 'active',
      end_date: null,
    });
    expect(await read(other.client, other.user.id)).toMatchObject({ data: null, error: null });
  });

  test('[W2] [E1] create ticket: it is created open, and with no other status', async () => {
    const { client, user } = await signUp(server);
    const tickets = () => client.from('support_tickets');
    const ticket = {
      user_id: user.id,
      subject: 'Sound',
      message: 'I hear nothing.',
      status: 'open',
    };
    expect(await tickets().insert(ticket)).toMatchObject({ error: null, status: 201 });
    expect((await tickets().select('*')).data).toMatchObject([{ ...ticket, answer: null }]);
    const closed = await tickets().insert({ ...ticket, status: 'closed' });
    expect(closed).toMatchObject({ status: 403, error: { code: '42501' } });
  });
});
