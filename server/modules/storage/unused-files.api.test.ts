import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SupabaseClient } from '@supabase/supabase-js';
import { beforeEach, describe, expect, test } from 'vitest';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { toJson } from '#db/codecs.ts';
import { createFileUsers } from '#server/file-users.ts';
import { maintain } from '#server/maintenance.ts';
import {
  changeRows,
  ENGINES,
  insertRows,
  readRows,
} from '#tests/support/databases/create-test-db.ts';
import { mp3, PNG } from '#tests/support/sample-files.ts';
import { createTestServer, type TestServer } from '#tests/support/servers/create-test-server.ts';
import { createTusClient } from '#tests/support/servers/tus-client.ts';
import { fetchAdminToken } from '#tests/support/sign-in.ts';
import { sweepUnusedFiles } from './unused-files.usecases.ts';

const DAY = 24 * 60 * 60 * 1000;

describe.each(ENGINES)('an unreferenced file, on %s', (engine) => {
  let server: TestServer;
  let token: string;
  let admin: SupabaseClient;
  beforeEach(async () => {
    server = await createTestServer({ engine });
    token = await fetchAdminToken(server);
    admin = server.supabase(token);
  });

  async function upload(path: string, body: Buffer): Promise<string> {
    return (await createTusClient(server, token).upload(path, body)).path;
  }
  const track = (audio_url: string, image_url: string | null = null) => ({
    title: 'Lullaby',
    category: 'PREGNANCY' as const,
    duration: 60,
    audio_url,
    image_url,
  });
  /** Checks the disk: a file that was just sent stays readable for a moment. */
  const isThere = (path: string) =>
    existsSync(join(server.deps.config.STORAGE_DIR, path.replace(API_PATHS.publicObject, '')));
  async function pass(days: number) {
    server.clock.advance(days * DAY);
    await maintain(server.deps);
  }

  test('is removed after a week, unless it is used in any way', async () => {
    const [old, fresh, cover, emblem, original, copy] = await Promise.all([
      upload('audio/old.mp3', mp3(10)),
      upload('audio/fresh.mp3', mp3(11)),
      upload('images/cover.png', PNG),
      upload('audio/emblem.mp3', mp3(12)),
      upload('audio/original.mp3', mp3(13)),
      upload('audio/copy.mp3', mp3(14)),
    ]);
    await insertRows(server.db, {
      audio_content: [track(old, cover), track(copy)],
      settings: [{ key: 'brand', value: toJson({ jingle: `https://a.example${emblem}` }) }],
    });
    const levelled = { state: 'levelled', levelled_path: copy } as const;
    await changeRows(server.db, 'recordings', { path: original }, levelled);
    const byHand = join(server.deps.config.STORAGE_DIR, 'audio/by-hand.mp3');
    writeFileSync(byHand, mp3(1));

    await maintain(server.deps);
    await pass(30);
    expect([old, cover, emblem, original, copy].map(isThere)).not.toContain(false);

    // A user may still be playing the old file, so its week begins now, regardless of its age.
    token = await fetchAdminToken(server);
    admin = server.supabase(token);
    const renewed = await upload('audio/fresh.mp3', mp3(11));
    expect(renewed).toBe(fresh);
    await admin.from('audio_content').update({ audio_url: fresh }).eq('id', 1).throwOnError();
    await pass(0);
    await pass(6.9);
    expect(isThere(old)).toBe(true);
    await pass(0.2);
    expect(isThere(old)).toBe(false);
    expect([fresh, cover, emblem, original, copy].map(isThere)).not.toContain(false);
    expect(existsSync(byHand)).toBe(true);
  });

  // The rest does not depend on the database.
  if (engine !== 'sqlite') return;

  test('is still there for the undo of a deleted track', async () => {
    const path = await upload('audio/lullaby.mp3', mp3(10));
    const { data } = await admin.from('audio_content').insert(track(path)).select().single();
    await admin.from('audio_content').delete().eq('id', data.id).throwOnError();
    await pass(0);
    await pass(5);
    const later = server.supabase(await fetchAdminToken(server));
    await later.from('audio_content').insert(data).throwOnError();
    await pass(3);
    expect(isThere(path)).toBe(true);
    const again = server.supabase(await fetchAdminToken(server));
    await again.from('audio_content').delete().eq('id', data.id).throwOnError();
    await pass(0);
    await pass(6);
    expect(isThere(path)).toBe(true);
    await pass(2);
    expect(isThere(path)).toBe(false);
    expect(await readRows(server.db, 'recordings')).toEqual([]);
  });

  test('is kept when it is uploaded and used again during the removal', async () => {
    const path = await upload('audio/again.mp3', mp3(10));
    await pass(0);
    server.clock.advance(8 * DAY);
    token = await fetchAdminToken(server);
    const users = createFileUsers(server.deps);
    await sweepUnusedFiles(server.deps, {
      ...users,
      async findPairs() {
        await upload('audio/again.mp3', mp3(10));
        await insertRows(server.db, { audio_content: [track(path)] });
        return users.findPairs();
      },
    });
    expect(isThere(path)).toBe(true);
  });
});
