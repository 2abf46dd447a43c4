import { describe, expect, test } from 'vitest';
import { buildSubscription, buildUser } from '#db/seeds/builders/build-person.ts';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { sampleUuid } from '#db/seeds/sample-uuid.ts';
import { createTablesServer } from '#tests/support/create-tables-server.ts';
import { ENGINES } from '#tests/support/create-test-db.ts';

const HER = sampleUuid('user', 1);
const OTHER = sampleUuid('user', 2);

const rows = {
  users: [buildUser(1), buildUser(2)],
  audio_content: [
    buildTrack({ title: 'Morning Prayer & Meditation', duration: 900 }),
    buildTrack({ title: 'Not ready yet', enabled: false }),
    buildTrack({ title: 'Pregnancy Psalms', category: 'PREGNANCY', duration: 1500 }),
  ],
  subscriptions: [buildSubscription(1, { plan_type: 'lifetime', end_date: null })],
};

/** The calls of the specification's section 7, letter for letter, by the official client. */
describe.each(ENGINES)('on %s', (engine) => {
  test('[W2] read audio_content: all where enabled', async () => {
    const { client } = await createTablesServer(engine, { rows });
    const { data, error, status } = await client()
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
    const { client } = await createTablesServer(engine, { rows });
    const read = (id: number) =>
      client()
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
    const { client } = await createTablesServer(engine, { rows });
    const favorites = () => client(HER).from('favorites');
    const added = await favorites().insert({ user_id: HER, content_id: 3 });
    expect(added).toMatchObject({ error: null, data: null, status: 201 });
    const read = await favorites().select('content_id').eq('user_id', HER);
    expect(read.data).toEqual([{ content_id: 3 }]);
    const removed = await favorites().delete().eq('user_id', HER).eq('content_id', 3);
    expect(removed).toMatchObject({ error: null, data: null, status: 204 });
    expect((await favorites().select('content_id').eq('user_id', HER)).data).toEqual([]);
  });

  test('[W2] log play: it is stored, and she cannot read the log', async () => {
    const { client, db } = await createTablesServer(engine, { rows });
    const activity = () => client(HER).from('user_activity');
    const play = { user_id: HER, content_id: 1, action_type: 'play' };
    expect(await activity().insert(play)).toMatchObject({ error: null, status: 201 });
    const stored = await db.kysely
      .selectFrom('user_activity')
      .select(['user_id', 'content_id', 'action_type'])
      .execute();
    expect(stored).toEqual([play]);
    expect((await activity().select('*')).data).toEqual([]);
    const shown = await activity().insert(play).select();
    expect(shown).toMatchObject({ status: 403, error: { code: '42501' } });
  });

  test('[W2] [E1] profile: looked up at login, created with the id only, shown, updated', async () => {
    const { client } = await createTablesServer(engine, { rows });
    const profiles = () => client(HER).from('profiles');
    const missing = await profiles().select('*').eq('id', HER).single();
    expect(missing).toMatchObject({ status: 406, error: { code: 'PGRST116' } });
    expect(await profiles().insert([{ id: HER }])).toMatchObject({ error: null, status: 201 });
    const found = await profiles().select('*').eq('id', HER).single();
    expect(found.data).toMatchObject({ id: HER, username: null, avatar_url: null });
    const update = { username: 'Naomi', avatar_url: 'https://example.org/n.png' };
    const updated = await profiles().update(update).eq('id', HER);
    expect(updated).toMatchObject({ error: null, data: null, status: 204 });
    const screen = await profiles().select('username, avatar_url').eq('id', HER).maybeSingle();
    expect(screen.data).toEqual(update);
  });

  test('[W2] read subscription: one, or none', async () => {
    const { client } = await createTablesServer(engine, { rows });
    const read = (who: string) =>
      client(who)
        .from('subscriptions')
        .select('plan_type, status, end_date')
        .eq('user_id', who)
        .maybeSingle();
    expect((await read(HER)).data).toEqual({
      plan_type: 'lifetime',
      status: 'active',
      end_date: null,
    });
    expect(await read(OTHER)).toMatchObject({ data: null, error: null });
  });

  test('[W2] [E1] create ticket: it starts open, and only open', async () => {
    const { client } = await createTablesServer(engine, { rows });
    const tickets = () => client(HER).from('support_tickets');
    const ticket = { user_id: HER, subject: 'Sound', message: 'I hear nothing.', status: 'open' };
    expect(await tickets().insert(ticket)).toMatchObject({ error: null, status: 201 });
    expect((await tickets().select('*')).data).toMatchObject([{ ...ticket, answer: null }]);
    const closed = await tickets().insert({ ...ticket, status: 'closed' });
    expect(closed).toMatchObject({ status: 403, error: { code: '42501' } });
  });
});
