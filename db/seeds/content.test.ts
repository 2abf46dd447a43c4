import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesDerivedFrom } from '#contract/constants/tracks/artwork.ts';
import { readTranscript } from '#contract/constants/tracks/transcript.ts';
import { transcriptTimingsSchema } from '#contract/rows/audio-content-schema.ts';
import { contrast, toPixel } from '#tests/support/browsers/screenshot-pixels.ts';
import { catalogue, timingsOf, transcriptOf } from './content.ts';
import { readManifest } from './library/manifest.ts';
import { cuesOf } from './library/narration.ts';

const libraryDir = join(import.meta.dirname, 'library');

test('[E2] the catalogue has the ten meditations with their stated lengths, and one featured track', () => {
  expect(catalogue.map(({ id, title, durationSeconds }) => [id, title, durationSeconds])).toEqual([
    [1, 'Morning Prayer & Meditation', 900],
    [2, 'Peaceful Birth Affirmations', 1200],
    [3, 'Evening Scripture Meditation', 600],
    [4, 'Pregnancy Psalms', 1500],
    [5, 'Labor Preparation Prayer', 1800],
    [6, 'Healing Scripture Meditation', 900],
    [7, "Mother's Blessing Meditation", 1200],
    [8, 'Peaceful Sleep Scripture', 900],
    [9, 'Faith Building Meditation', 1500],
    [10, 'Gratitude Prayer', 600],
    [11, 'Amazing Grace', 179],
  ]);
  expect(catalogue.filter((track) => track.featured).map((track) => track.id)).toEqual([11]);
});

test('every stage of motherhood has two free spoken tracks', () => {
  const free = Map.groupBy(
    catalogue.filter((track) => !track.isPremium && track.kind !== 'music'),
    (track) => track.category,
  );
  expect(free.get('PREGNANCY')?.length).toBeGreaterThanOrEqual(2);
  expect(free.get('BIRTHING')?.length).toBeGreaterThanOrEqual(2);
  expect(free.get('POSTBIRTH')?.length).toBeGreaterThanOrEqual(2);
});

test('every track has a cover, a transcript, and a level near -16 LUFS', async () => {
  const manifest = await readManifest(libraryDir);
  for (const track of catalogue) {
    expect((await stat(join(libraryDir, 'covers', track.cover))).size).toBeLessThan(8000);
    for (const name of filesDerivedFrom(track.cover)) {
      expect((await stat(join(libraryDir, 'covers', name))).size).toBeLessThan(60_000);
    }
    expect(transcriptOf(track, manifest).length).toBeGreaterThan(50);
    expect(Math.abs(track.loudnessLufs + 16)).toBeLessThanOrEqual(1);
  }
});

test('read-along text has exactly the spoken sentences, each with its time', async () => {
  const manifest = await readManifest(libraryDir);
  for (const track of catalogue.filter(({ recording }) => recording === null)) {
    const cues = cuesOf(manifest, track.slug);
    const read = readTranscript(transcriptOf(track, manifest)).flatMap((one) => one.sentences);
    expect(read.map(({ text }) => text)).toEqual(cues.map(({ text }) => text));
    const timings = transcriptTimingsSchema.parse(timingsOf(track, manifest));
    expect(timings).toEqual(cues.map(({ start, end }) => ({ start, end })));
  }
});

test('small text is legible on every cover’s background', () => {
  for (const { ground } of catalogue) {
    expect(contrast(toPixel('#ebddcf'), toPixel(ground))).toBeGreaterThanOrEqual(4.5);
  }
});
