import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalogue } from '../content.ts';
import {
  assembleTrack,
  createStemReader,
  type InstalledTrack,
  installLibrary,
} from './assemble.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { checkStem } from './mpeg.ts';
import { planTrack } from './plan.ts';

const libraryDir = import.meta.dirname;
const meditations = catalogue.filter((track) => track.recording === null);
let manifest: Manifest;
let folder: string;
let installed: Map<string, InstalledTrack>;
let milliseconds: number;

async function install(): Promise<Map<string, InstalledTrack>> {
  const tracks = new Map<string, InstalledTrack>();
  for await (const track of installLibrary(libraryDir, folder, catalogue)) {
    tracks.set(track.slug, track);
  }
  return tracks;
}

const readTrack = (slug: string) => readFile(join(folder, `${slug}.mp3`));
const tagLength = (file: Buffer) =>
  10 + file.subarray(6, 10).reduce((length, byte) => length * 128 + byte, 0);

beforeAll(async () => {
  manifest = await readManifest(libraryDir);
  folder = await mkdtemp(join(tmpdir(), 'sample-library-'));
  const start = performance.now();
  installed = await install();
  milliseconds = performance.now() - start;
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test('every stem is sound, as long as the manifest says, and on the grid', async () => {
  const readStem = createStemReader(libraryDir, manifest);
  const stems = Object.values(manifest.stems);
  expect(stems.length).toBeGreaterThan(200);
  for (const stem of stems) {
    const data = await readStem(stem);
    expect(data.length).toBe(stem.frames * manifest.format.frameBytes);
    expect(stem.frames % manifest.format.gridFrames).toBe(0);
  }
});

test('the whole library is put together within five seconds, and not a second time', async () => {
  expect([...installed.values()].every((track) => track.isNew)).toBe(true);
  expect(milliseconds).toBeLessThan(5000);
  expect([...(await install()).values()].some((track) => track.isNew)).toBe(false);
});

describe.each(meditations)('$title', ({ slug, title, durationSeconds }) => {
  test('is as long as its title page says, to the frame', () => {
    const { stems, frames } = planTrack(manifest, slug, durationSeconds);
    expect(frames).toBe((durationSeconds * 1000) / 24);
    expect(stems.reduce((sum, stem) => sum + stem.frames, 0)).toBe(frames);
    expect([stems[0]?.name, stems.at(-1)?.name]).toEqual(['intro', 'outro']);
  });

  test('is one tag, one frame of counts, and sound frames only', async () => {
    const file = await readTrack(slug);
    const start = tagLength(file);
    const frames = (durationSeconds * 1000) / 24;
    expect(file.toString('latin1', 0, 3)).toBe('ID3');
    expect(file.subarray(0, start).includes(title)).toBe(true);
    expect(file.subarray(0, start).includes('synthetic voice')).toBe(true);
    expect(file.toString('latin1', start + 13, start + 17)).toBe('Info');
    expect(file.readUInt32BE(start + 21)).toBe(frames);
    expect(file.readUInt32BE(start + 25)).toBe(file.length - start);
    expect(checkStem(file.subarray(start), manifest.format)).toBe(frames + 1);
    expect(installed.get(slug)?.bytes).toBe(file.length);
  });

  test('has a time for every sentence, in order, from the first seconds on', () => {
    const cues = installed.get(slug)?.cues ?? [];
    const sentences = manifest.tracks[slug]?.sections.flatMap((section) => section.stems) ?? [];
    expect(cues.map((cue) => cue.text)).toEqual(
      sentences.map((name) => manifest.stems[name]?.text),
    );
    expect(cues[0]?.start).toBeLessThan(15);
    const times = cues.flatMap((cue) => [cue.start, cue.end]);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times.at(-1)).toBeLessThan(durationSeconds - 15);
  });

  test('never plays one tune twice running', () => {
    const { stems } = planTrack(manifest, slug, durationSeconds);
    const tunes = stems.map((stem) => stem.name).filter((name) => name.startsWith('music-'));
    expect(tunes.length).toBeGreaterThan(3);
    expect(tunes.filter((name, index) => name === tunes[index - 1])).toEqual([]);
  });

  test('says what its text file says', async () => {
    const text = await readFile(join(libraryDir, 'texts', `${slug}.txt`), 'utf8');
    const lines = text.split('\n\n# ').slice(1).join('\n# ').split('\n');
    const written = lines.slice(1).filter((line) => line !== '' && !/^[#=] /.test(line));
    const said = Object.values(manifest.stems).filter((stem) => stem.name.startsWith(`${slug}-`));
    expect(said.map((stem) => stem.text)).toEqual(written);
  });
});

test('a track too short for its narration is refused', () => {
  expect(() => planTrack(manifest, 'pregnancy-psalms', 120)).toThrow('too long');
  expect(() => planTrack(manifest, 'no-such-track', 600)).toThrow("'no-such-track'");
});

describe('a damaged stem is refused', () => {
  const damage = async (change: (stem: Buffer) => Buffer) =>
    change(await readFile(join(libraryDir, 'stems', 'pad-030.mp3')));
  const withByte = (offset: number, value: number) => (stem: Buffer) => {
    stem.writeUInt8(value, offset);
    return stem;
  };

  test.each([
    ['cut short', (stem: Buffer) => stem.subarray(0, -1), 'whole frames'],
    ['empty', (stem: Buffer) => stem.subarray(0, 0), 'whole frames'],
    ['out of step', withByte(120, 0x00), 'frame 1: no sync word'],
    ['of MPEG-1', withByte(1, 0xfb), 'not MPEG-2'],
    ['with a checksum', withByte(1, 0xf2), 'checksum'],
    ['of another bitrate', withByte(2, 0x64), 'bitrate'],
    ['of another sample rate', withByte(2, 0x50), 'sample rate'],
    ['padded', withByte(2, 0x56), 'padded'],
    ['in stereo', withByte(3, 0x04), 'mono'],
    ['with a bit reservoir', withByte(124, 0x01), 'frame 1: borrows'],
  ])('%s', async (_, change, message) => {
    const stem = await damage(change);
    expect(() => checkStem(stem, manifest.format)).toThrow(message);
  });

  test('before anything is written', async () => {
    const elsewhere = createStemReader(folder, manifest);
    for (const track of meditations) {
      const target = join(folder, 'refused');
      await expect(assembleTrack(manifest, elsewhere, track, target)).rejects.toThrow();
      await expect(stat(target)).rejects.toThrow();
    }
  });
});

test('a half-written track is replaced by a whole one', async () => {
  await writeFile(join(folder, 'gratitude-prayer.mp3'), 'half');
  const again = await install();
  expect(again.get('gratitude-prayer')?.isNew).toBe(true);
  expect((await readTrack('gratitude-prayer')).length).toBe(again.get('gratitude-prayer')?.bytes);
});
