import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalogue } from '../content.ts';
import { createStemReader, type InstalledTrack, installLibrary } from './assemble.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { fillFrames, silentFrames } from './mpeg.ts';
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

test('every stem is sound, and as long as the manifest says', async () => {
  const readStem = createStemReader(libraryDir, manifest);
  const stems = Object.values(manifest.stems);
  expect(stems.length).toBeGreaterThan(80);
  for (const stem of stems) {
    const data = await readStem(stem);
    expect(data.length).toBe(stem.frames * manifest.format.frameBytes);
  }
});

test('what is spoken has 64 kbit/s, and the whole library no more than 20 MiB', async () => {
  for (const { name, frames, sentences = [] } of Object.values(manifest.stems)) {
    const stem = await readFile(join(libraryDir, 'stems', `${name}.mp3`));
    const rates = bitrates(stem);
    expect(rates).toHaveLength(frames);
    for (const { start, end } of sentences) {
      const [from, to] = [start, end].map((seconds) => Math.round(seconds / 0.024));
      const said = rates.slice(from, to);
      // Only a long breath at a comma may have less: nothing but the bed is heard in it.
      expect([said[0], said.at(-1)], name).toEqual([64, 64]);
      expect(said.filter((rate) => rate === 64).length / said.length).toBeGreaterThan(0.9);
    }
  }
  const files = await readdir(libraryDir, { recursive: true, withFileTypes: true });
  const sizes = files
    .filter((file) => file.isFile())
    .map(async (file) => (await stat(join(file.parentPath, file.name))).size);
  const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  expect(total).toBeLessThanOrEqual(20 * 2 ** 20);
});

/** Kilobits a second of each frame. */
function bitrates(stem: Buffer): number[] {
  const known = [0, 8, 16, 24, 32, 40, 48, 56, 64];
  const rates: number[] = [];
  for (let offset = 0; offset < stem.length; offset += (rates.at(-1) ?? 0) * 3) {
    rates.push(known[stem.readUInt8(offset + 2) >> 4] ?? Number.NaN);
  }
  return rates;
}

test('the whole library is put together within five seconds, and not a second time', async () => {
  expect([...installed.values()].every((track) => track.isNew)).toBe(true);
  expect(milliseconds).toBeLessThan(5000);
  expect([...(await install()).values()].some((track) => track.isNew)).toBe(false);
});

describe.each(meditations)('$title', ({ slug, title, cover, durationSeconds }) => {
  test('is as long as its title page says, to the frame', () => {
    const { parts, frames } = planTrack(manifest, slug, durationSeconds);
    expect(frames).toBe((durationSeconds * 1000) / 24);
    expect(parts.reduce((sum, part) => sum + part.frames, 0)).toBe(frames);
  });

  test('is one tag with its cover, one frame of counts, and whole frames of one bitrate', async () => {
    const file = await readTrack(slug);
    const start = tagLength(file);
    const tag = file.subarray(0, start);
    const frames = (durationSeconds * 1000) / 24;
    expect(file.toString('latin1', 0, 3)).toBe('ID3');
    expect(tag.includes(title)).toBe(true);
    expect(tag.includes('synthetic voice')).toBe(true);
    expect(tag.includes('TLAN\u0000\u0000\u0000\u0004\u0000\u0000\u0003eng')).toBe(true);
    const picture = await readFile(join(libraryDir, 'covers', cover.replace('.svg', '.jpg')));
    expect(tag.includes(picture)).toBe(true);
    expect(file.toString('latin1', start + 21, start + 25)).toBe('Info');
    expect(file.readUInt32BE(start + 29)).toBe(frames);
    expect(file.readUInt32BE(start + 33)).toBe(file.length - start);
    expect(bitrates(file.subarray(start))).toEqual(Array(frames + 1).fill(64));
    expect(installed.get(slug)?.bytes).toBe(file.length);
  });

  test('has a time for every sentence, in order, from the first seconds on', () => {
    const cues = installed.get(slug)?.cues ?? [];
    const sentences = manifest.tracks[slug]?.sections.flatMap(
      (section) => manifest.stems[section.stem]?.sentences ?? [],
    );
    expect(cues.map((cue) => cue.text)).toEqual(sentences?.map((sentence) => sentence.text));
    expect(cues[0]?.start).toBeLessThan(18);
    const times = cues.flatMap((cue) => [cue.start, cue.end]);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times.at(-1)).toBeLessThan(durationSeconds - 15);
  });

  test('opens with its tune, falls silent after the prayer, and ends with the tune whole', () => {
    const { parts } = planTrack(manifest, slug, durationSeconds);
    const theme = manifest.tracks[slug]?.music[0];
    expect(parts[0]?.stem?.name).toBe(`open-${theme}`);
    expect(parts.at(-1)?.stem?.name).toBe(`hymn-${theme}`);
    const silences = parts.filter(({ stem }) => stem === null);
    const afterPrayer = parts.filter(
      ({ stem }, index) => stem === null && parts[index - 1]?.stem?.name === `${slug}-prayer`,
    );
    const longest = Math.max(...silences.map(({ frames }) => frames));
    expect(afterPrayer.every(({ frames }) => frames === longest)).toBe(true);
    // Silence that is longer would sound like a recording that has stopped.
    expect(longest * 0.024).toBeLessThan(20);
    expect(Math.min(...silences.map(({ frames }) => frames)) * 0.024).toBeGreaterThan(1);
  });

  test('never plays one tune twice running, nor one quiet piece', () => {
    const { parts } = planTrack(manifest, slug, durationSeconds);
    const names = parts.flatMap(({ stem }) => (stem?.sentences || !stem ? [] : [stem.name]));
    const tunes = names.filter((name) => !name.startsWith('still-')).map((name) => name.slice(5));
    const quiet = names.filter((name) => name.startsWith('still-'));
    expect(tunes.length).toBeGreaterThan(3);
    for (const list of [tunes, quiet]) {
      expect(list.filter((name, index) => name === list[index - 1])).toEqual([]);
    }
  });

  test('says what its text file says', async () => {
    const text = await readFile(join(libraryDir, 'texts', `${slug}.txt`), 'utf8');
    const lines = text.split('\n\n# ').slice(1).join('\n# ').split('\n');
    const written = lines.slice(1).filter((line) => line !== '' && !/^[#=~]/.test(line));
    const sections = new Set(manifest.tracks[slug]?.sections.map((section) => section.stem));
    const said = [...sections].flatMap((name) => manifest.stems[name]?.sentences ?? []);
    expect(said.map((sentence) => sentence.text).join(' ')).toBe(written.join(' '));
  });
});

test('music without words says so in its tag, and shows its cover', async () => {
  const tag = (await readTrack('new-britain')).subarray(0, 25_000);
  expect(tag.includes('New Britain')).toBe(true);
  expect(tag.includes('zxx')).toBe(true);
  const picture = tag.indexOf('image/\0');
  expect(tag.subarray(picture + 9, picture + 12)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
});

test('a track too short for its narration is refused', () => {
  expect(() => planTrack(manifest, 'pregnancy-psalms', 120)).toThrow('too long');
  expect(() => planTrack(manifest, 'no-such-track', 600)).toThrow("'no-such-track'");
});

test('a frame of less than the full rate keeps its data and is filled up', async () => {
  const { format } = manifest;
  const stem = await readFile(join(libraryDir, 'stems', 'still-1.mp3'));
  const filled = fillFrames(stem, format);
  expect(filled.subarray(4, 120)).toEqual(stem.subarray(4, 120));
  expect(filled.subarray(120, 192).every((byte) => byte === 0)).toBe(true);
  expect(fillFrames(filled, format)).toEqual(filled);
  expect(fillFrames(silentFrames(format, 3), format)).toEqual(silentFrames(format, 3));
});

describe('a damaged stem is refused', () => {
  const damage = async (change: (stem: Buffer) => Buffer) =>
    change(await readFile(join(libraryDir, 'stems', 'still-1.mp3')));
  const withByte = (offset: number, value: number) => (stem: Buffer) => {
    stem.writeUInt8(value, offset);
    return stem;
  };

  test.each([
    ['cut short', (stem: Buffer) => stem.subarray(0, -1), 'cut short'],
    ['cut in a header', (stem: Buffer) => stem.subarray(0, 130), 'frame 1: cut short'],
    ['empty', (stem: Buffer) => stem.subarray(0, 0), 'no frames'],
    ['out of step', withByte(120, 0x00), 'frame 1: no sync word'],
    ['of MPEG-1', withByte(1, 0xfb), 'not MPEG-2'],
    ['with a checksum', withByte(1, 0xf2), 'checksum'],
    ['of a higher bitrate', withByte(2, 0x94), 'bitrate'],
    ['of another sample rate', withByte(2, 0x50), 'sample rate'],
    ['padded', withByte(2, 0x56), 'padded'],
    ['in mono', withByte(3, 0xc4), 'not joint stereo'],
    ['with a bit reservoir', withByte(124, 0x01), 'frame 1: borrows'],
  ])('%s', async (_, change, message) => {
    const stem = await damage(change);
    expect(() => fillFrames(stem, manifest.format)).toThrow(message);
  });

  test('before anything is written', async () => {
    const elsewhere = join(folder, 'elsewhere');
    const target = join(folder, 'refused');
    await cp(libraryDir, elsewhere, { recursive: true });
    await writeFile(join(elsewhere, 'stems', 'still-1.mp3'), 'damaged');
    await expect(installLibrary(elsewhere, target, meditations).next()).rejects.toThrow(
      "'still-1'",
    );
    expect(await readdir(target)).toEqual([]);
  });
});

test('a half-written track is replaced by a whole one', async () => {
  await writeFile(join(folder, 'gratitude-prayer.mp3'), 'half');
  const again = await install();
  expect(again.get('gratitude-prayer')?.isNew).toBe(true);
  expect((await readTrack('gratitude-prayer')).length).toBe(again.get('gratitude-prayer')?.bytes);
});
