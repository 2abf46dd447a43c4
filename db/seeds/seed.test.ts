import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AppDatabase } from '#db/open.ts';
import { createDiskStore } from '#server/modules/storage/stores/disk-store.ts';
import { createTestDatabase, ENGINES, readRows } from '#tests/support/databases/create-test-db.ts';
import { buildTrack } from './builders/build-track.ts';
import type { Library } from './sample-library.ts';
import { type SeedProgress, type SeedStore, seedLibrary } from './seed.ts';

let folder: string;
let store: SeedStore;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cradlesong-seed-'));
  store = createDiskStore(join(folder, 'storage'));
});

const stored = (bucket: string) => readdirSync(join(folder, 'storage', bucket)).sort();

/** Three tracks whose recordings contain their own names. */
function createLibrary(): Library {
  const cover = join(folder, 'cover.svg');
  writeFileSync(cover, '<svg/>');
  const slugs = ['first', 'second', 'third'];
  return {
    tracks: slugs.map((slug, index) => {
      const { audio_url, image_url, ...row } = buildTrack({
        title: `The ${slug}`,
        position: index,
      });
      return { slug, cover, row: { ...row, id: index + 1 } };
    }),
    async *record() {
      for (const slug of slugs) {
        yield { slug, parts: [Buffer.from(slug)] };
      }
    },
  };
}

const seed = (db: AppDatabase, onProgress = (_step: SeedProgress) => {}) =>
  seedLibrary(db, { store, openLibrary: async () => createLibrary(), onProgress });

describe.each(ENGINES)('seeding on %s', (engine) => {
  test('fills a fresh database once, and the next track gets the next number', async () => {
    const db = await createTestDatabase(engine);
    const progress: SeedProgress[] = [];
    expect(await seed(db, (step) => progress.push(step))).toBe(true);
    expect(progress).toEqual([
      { done: 1, total: 3, title: 'The first' },
      { done: 2, total: 3, title: 'The second' },
      { done: 3, total: 3, title: 'The third' },
    ]);
    const tracks = await readRows(db, 'audio_content', {}, [
      'id',
      'title',
      'audio_url',
      'image_url',
    ]);
    const hash = createHash('sha256').update('first').digest('hex').slice(0, 16);
    expect(tracks[0]).toMatchObject({
      id: 1,
      title: 'The first',
      audio_url: `/storage/v1/object/public/audio/first-${hash}.mp3`,
    });
    expect(tracks.map(({ audio_url }) => audio_url.split('/').at(-1))).toEqual(stored('audio'));
    expect(tracks.map(({ image_url }) => image_url?.split('/').at(-1))).toEqual(stored('images'));
    expect(readFileSync(join(folder, 'storage', 'audio', `first-${hash}.mp3`), 'utf8')).toBe(
      'first',
    );

    expect(await seed(db)).toBe(false);
    const { id } = await db.kysely
      .insertInto('audio_content')
      .values(buildTrack())
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(id).toBe(4);
  });

  test('is done by one of several servers that start simultaneously', async () => {
    const db = await createTestDatabase(engine);
    expect((await Promise.all([seed(db), seed(db), seed(db)])).filter(Boolean)).toHaveLength(1);
    expect(await db.kysely.selectFrom('audio_content').select('id').execute()).toHaveLength(3);
  });

  test('leaves an owner’s library alone, even an empty one', async () => {
    const db = await createTestDatabase(engine, { audio_content: [buildTrack({ title: 'Mine' })] });
    expect(await seed(db)).toBe(false);
    expect(await db.kysely.selectFrom('audio_content').select('title').execute()).toEqual([
      { title: 'Mine' },
    ]);

    const emptied = await createTestDatabase(engine);
    await seed(emptied);
    await emptied.kysely.deleteFrom('audio_content').execute();
    expect(await seed(emptied)).toBe(false);
  });
});
