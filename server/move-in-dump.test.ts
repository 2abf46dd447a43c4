import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { describe, expect, test } from 'vitest';
import { toJson } from '#db/codecs.ts';
import { ENGINES } from '#tests/support/create-test-db.ts';
import { createTestServer } from '#tests/support/create-test-server.ts';
import { mp3 } from '#tests/support/sample-files.ts';
import { moveIn } from './move-in.ts';
import { findInFolder } from './move-in-files.ts';

const RUTH = '11111111-1111-4111-8111-111111111111';
const PASSWORD = 'the lord is my shepherd';
const dumpOf = (name: string) => resolve('tests/support/hosted-dump', name);

describe.each(ENGINES)('[X1] moving in from a dump of the hosted backend, to %s', (engine) => {
  async function begin() {
    const server = await createTestServer({ engine });
    const run = async (file: string, isDry = false) => {
      const said: string[] = [];
      await moveIn(server.deps, file, { isDry, say: (line) => said.push(line) });
      return said.join('\n');
    };
    return { server, run };
  }

  test('keeps ids, passwords, favourites and plans; says what it left and why; can be repeated', async () => {
    const { server, run } = await begin();
    const { kysely } = server.db;
    const dry = await run(dumpOf('copy.sql'), true);
    expect(dry).toContain('a dump of PostgreSQL 15');
    expect(dry).toMatch(/auth\.users: 4 rows, checksum [0-9a-f]{16}/);
    expect(dry).toContain('public.user_activity: 0 rows');
    expect(dry).toContain('storage.objects: 2 files');
    expect(dry).toContain('The files are not in a dump');
    expect(await kysely.selectFrom('users').select('id').execute()).toEqual([]);

    const said = await run(dumpOf('copy.sql'));
    expect(said).toContain('people: 2 moved, 0 there already');
    expect(said).toContain('1 × left: she has no email address');
    expect(said).toContain('1 × left: she was deleted there');
    expect(said).toContain('1 × moved, but she signed in by another provider');
    expect(said).toContain('tracks: 2 moved');
    expect(said).toContain('audio_content: left, as there is no place for it here: mood');
    expect(said).toContain('favorites: 1 moved');

    const client = createClient(server.url, server.deps.config.ANON_KEY, {
      auth: { persistSession: false, autoRefreshToken: false },
    });
    const { data, error } = await client.auth.signInWithPassword({
      email: 'ruth@example.com',
      password: PASSWORD,
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      id: RUTH,
      email_confirmed_at: '2025-03-01T10:00:00.123Z',
      user_metadata: { name: 'Ruth "of Moab" \\ 😴\n\tזאת' },
      identities: [{ identity_id: '55555555-5555-4555-8555-555555555555' }],
    });
    const favorites = await client.from('favorites').select('content_id, audio_content(title)');
    expect(favorites.data ?? favorites.error).toMatchObject([{ content_id: 1 }]);
    const plans = await client.from('subscriptions').select('plan_type, status, start_date');
    expect(plans.data).toMatchObject([{ plan_type: 'Lifetime', status: 'active' }]);
    const profile = await client.from('profiles').select('username, preferences');
    expect(profile.data).toMatchObject([{ username: 'ruth\n\\.', preferences: { theme: 'dark' } }]);
    const tracks = await kysely.selectFrom('audio_content').selectAll().orderBy('id').execute();
    expect(tracks).toMatchObject([
      { id: 1, title: 'Morning Prayer', duration: 3, enabled: false, is_premium: true },
      { id: 2, title: 'Lost', is_premium: false },
    ]);

    // A move that broke off between her row and what she signs in by is made whole by the next.
    await kysely
      .updateTable('users')
      .set({ identity_id: RUTH, identity_data: toJson({}) })
      .where('id', '=', RUTH)
      .execute();
    // Made at another moment in another form, it is of the same people.
    const again = await run(dumpOf('inserts.sql'));
    expect(again).toContain('people: 0 moved, 2 there already');
    expect(again).not.toContain('another provider');
    const ruth = await kysely.selectFrom('users').selectAll().where('id', '=', RUTH).execute();
    expect(ruth).toMatchObject([
      {
        identity_id: '55555555-5555-4555-8555-555555555555',
        identity_data: { sub: RUTH, email: 'ruth@example.com' },
      },
    ]);
    for (const table of ['profiles', 'favorites', 'subscriptions', 'support_tickets']) {
      expect(again).toContain(`${table}: 0 moved, 1 there already`);
    }
  });

  test('takes the files from a folder where they were copied to', async () => {
    const { server } = await begin();
    const files = join(server.deps.config.DATA_DIR, 'copied');
    const said: string[] = [];
    const run = (isDry: boolean) =>
      moveIn(server.deps, dumpOf('copy.sql'), { isDry, files, say: (line) => said.push(line) });
    await expect(run(false)).rejects.toThrow('There is no folder');
    mkdirSync(join(files, 'tracks'), { recursive: true });
    writeFileSync(join(files, 'tracks', 'morning prayer.mp3'), mp3(100));
    await run(true);
    expect(said.join('\n')).toContain('1 files of tracks are in it, 1 would be fetched');
    await run(false);
    const { audio_url, enabled } = await server.db.kysely
      .selectFrom('audio_content')
      .selectAll()
      .where('id', '=', 1)
      .executeTakeFirstOrThrow();
    expect(enabled).toBe(true);
    expect(await server.db.kysely.selectFrom('file_names').selectAll().execute()).toEqual([
      { path: audio_url, name: 'morning prayer.mp3' },
    ]);
    const heard = await fetch(server.url + audio_url);
    expect(Buffer.from(await heard.arrayBuffer()).equals(mp3(100))).toBe(true);
    expect(findInFolder(files, 'https://a.invalid/storage/v1/object/public/..%2f..%2fx')).toBe(
      undefined,
    );
  });

  test('of a part, of another version, or of anything else is refused, and nothing is taken', async () => {
    const { server, run } = await begin();
    const copied = readFileSync(dumpOf('copy.sql'), 'utf8');
    const changed = (from: RegExp, to: string) => {
      const file = join(server.deps.config.DATA_DIR, 'changed.sql');
      writeFileSync(file, copied.replace(from, to));
      return run(file);
    };
    await expect(changed(/\bauth\b/g, 'other')).rejects.toThrow('Rows of auth.users are not in it');
    await expect(changed(/audio_content/g, 'songs')).rejects.toThrow('a dump of a part');
    await expect(
      changed(/, content_id, created_at\) FROM/, ', track_id, created_at) FROM'),
    ).rejects.toThrow(
      'public.favorites has no column content_id, but id, user_id, track_id, created_at',
    );
    await expect(changed(/^-- PostgreSQL database dump complete$/m, '--')).rejects.toThrow(
      'cut off',
    );
    expect(await server.db.kysely.selectFrom('users').select('id').execute()).toEqual([]);
  });
});
