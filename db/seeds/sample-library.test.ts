import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../open.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cradlesong-samples-'));
});

/** A separate process that migrates and seeds and prints its progress; it can be killed at any line. */
function startSeeding() {
  const script = `
    import { openDatabase } from '#db/open.ts';
    import { migrateToLatest } from '#db/migrations/migrate.ts';
    import { seedLibrary } from '#db/seeds/seed.ts';
    import { createDiskStore } from '#server/modules/storage/stores/disk-store.ts';
    const db = await openDatabase({ file: ${JSON.stringify(join(folder, 'test.sqlite'))} });
    await migrateToLatest(db);
    const store = createDiskStore(${JSON.stringify(join(folder, 'storage'))});
    await seedLibrary(db, { store, onProgress: ({ done, total }) => console.log(done + ' of ' + total) });
    await db.close();`;
  return spawn(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: join(import.meta.dirname, '../..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

test('after two kills in the middle of seeding, the next start completes the library with whole files', async () => {
  for (const killAt of ['1 of 11', '6 of 11']) {
    const child = startSeeding();
    createInterface({ input: child.stdout }).on(
      'line',
      (line) => line === killAt && child.kill('SIGKILL'),
    );
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
  }
  const child = startSeeding();
  expect(await once(child, 'exit')).toEqual([0, null]);

  const db = await openDatabase({ file: join(folder, 'test.sqlite') });
  const tracks = await db.kysely.selectFrom('audio_content').selectAll().orderBy('id').execute();
  await db.close();
  expect(tracks.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  expect(tracks.filter(({ featured }) => featured)).toHaveLength(1);
  for (const track of tracks) {
    const path = (url: string | null) =>
      join(folder, 'storage', (url ?? '').replace('/storage/v1/object/public/', ''));
    expect(existsSync(path(track.image_url)), track.title).toBe(true);
    // Files of 64 or 96 kbit/s; the size shows whether a file is complete.
    const seconds = statSync(path(track.audio_url)).size / (track.featured ? 12_000 : 8_000);
    expect(Math.abs(seconds - track.duration), track.title).toBeLessThan(4);
    expect(track.transcript?.length, track.title).toBeGreaterThan(50);
  }
  expect(readdirSync(join(folder, 'storage', 'audio'))).toHaveLength(11);
});
