import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { catalogue } from '../content.ts';
import { type AssembledTrack, assembleLibrary, createStemReader } from './assemble.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { fillFrames, silentFrames } from './mpeg.ts';
import { cuesOf, partsOf } from './narration.ts';

const libraryDir = import.meta.dirname;
const meditations = catalogue.filter((track) => track.recording === null);
let manifest: Manifest;
let assembled: Map<string, AssembledTrack>;

const readTrack = (slug: string) => Buffer.concat([...(assembled.get(slug)?.parts ?? [])]);
beforeAll(async () => {
  manifest = await readManifest(libraryDir);
  assembled = new Map();
  for await (const track of assembleLibrary(libraryDir, catalogue)) {
    assembled.set(track.slug, track);
  }
});

test('every stem is decodable, and as long as the manifest says', async () => {
  const readStem = createStemReader(libraryDir, manifest);
  const stems = Object.values(manifest.stems);
  expect(stems.length).toBeGreaterThan(80);
  for (const stem of stems) {
    const data = await readStem(stem);
    expect(data.length).toBe(stem.frames * manifest.format.frameBytes);
  }
});

test('speech has 64 kbit/s, and the whole library at most 20 MiB', async () => {
  for (const { name, frames, sentences = [] } of Object.values(manifest.stems)) {
    const stem = await readFile(join(libraryDir, 'stems', `${name}.mp3`));
    const rates = bitrates(stem);
    expect(rates).toHaveLength(frames);
    for (const { start, end } of sentences) {
      const [from, to] = [start, end].map((seconds) => Math.round(seconds / 0.024));
      const said = rates.slice(from, to);
      // Only a long pause at a comma may be lower: there only the background is audible.
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

/** Kilobits per second of each frame. */
function bitrates(stem: Buffer): number[] {
  const known = [0, 8, 16, 24, 32, 40, 48, 56, 64];
  const rates: number[] = [];
  for (let offset = 0; offset < stem.length; offset += (rates.at(-1) ?? 0) * 3) {
    rates.push(known[stem.readUInt8(offset + 2) >> 4] ?? Number.NaN);
  }
  return rates;
}

describe.each(meditations)('$title', ({ slug, durationSeconds }) => {
  test('is exactly as long as its catalogue entry states, to the frame', () => {
    const frames = partsOf(manifest, slug).reduce((sum, part) => sum + part.frames, 0);
    expect(frames).toBe((durationSeconds * 1000) / 24);
  });

  test('consists of an Info frame, and whole frames of one bitrate', () => {
    const file = readTrack(slug);
    const frames = (durationSeconds * 1000) / 24;
    expect(file.toString('latin1', 21, 25)).toBe('Info');
    expect(file.readUInt32BE(29)).toBe(frames);
    expect(file.readUInt32BE(33)).toBe(file.length);
    expect(bitrates(file)).toEqual(Array(frames + 1).fill(64));
  });

  test('has a time for every sentence, in order, from the first seconds on', () => {
    const cues = cuesOf(manifest, slug);
    const sentences = manifest.tracks[slug]?.sections.flatMap(
      (section) => manifest.stems[section.stem]?.sentences ?? [],
    );
    expect(cues.map((cue) => cue.text)).toEqual(sentences?.map((sentence) => sentence.text));
    expect(cues[0]?.start).toBeLessThan(18);
    const times = cues.flatMap((cue) => [cue.start, cue.end]);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times.at(-1)).toBeLessThan(durationSeconds - 15);
  });

  test('has the sentences of its text file, in order', async () => {
    const text = await readFile(join(libraryDir, 'texts', `${slug}.txt`), 'utf8');
    const lines = text.split('\n\n# ').slice(1).join('\n# ').split('\n');
    const written = lines.slice(1).filter((line) => line !== '' && !/^[#=~]/.test(line));
    const sections = new Set(manifest.tracks[slug]?.sections.map((section) => section.stem));
    const said = [...sections].flatMap((name) => manifest.stems[name]?.sentences ?? []);
    expect(said.map((sentence) => sentence.text).join(' ')).toBe(written.join(' '));
  });
});

test('a frame below the full bitrate keeps its data and is padded', async () => {
  const { format } = manifest;
  const stem = await readFile(join(libraryDir, 'stems', 'still-1.mp3'));
  const filled = fillFrames(stem, format);
  expect(filled.subarray(4, 120)).toEqual(stem.subarray(4, 120));
  expect(filled.subarray(120, 192).every((byte) => byte === 0)).toBe(true);
  expect(fillFrames(filled, format)).toEqual(filled);
  expect(fillFrames(silentFrames(format, 3), format)).toEqual(silentFrames(format, 3));
});

const damage = async (change: (stem: Buffer) => Buffer) =>
  change(await readFile(join(libraryDir, 'stems', 'still-1.mp3')));
const withByte = (offset: number, value: number) => (stem: Buffer) => {
  stem.writeUInt8(value, offset);
  return stem;
};

test.each([
  ['cut short', (stem: Buffer) => stem.subarray(0, -1), 'frame'],
  ['empty', (stem: Buffer) => stem.subarray(0, 0), 'no frames'],
  ['out of step', withByte(120, 0x00), 'frame 1'],
  ['of a higher bitrate', withByte(2, 0x94), 'frame 0'],
])('a stem that is %s is refused', async (_, change, message) => {
  const stem = await damage(change);
  expect(() => fillFrames(stem, manifest.format)).toThrow(message);
});
