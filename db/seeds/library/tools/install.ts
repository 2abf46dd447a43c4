// Writes every sample track into a folder, with the times of its speech and of its joins. Usage: node install.ts
// <folder>
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { catalogue } from '#db/seeds/content.ts';
import { assembleLibrary } from '../assemble.ts';
import { readManifest } from '../manifest.ts';
import { cuesOf, partsOf } from '../narration.ts';

const folder = process.argv[2];
if (!folder) throw new Error('Usage: node install.ts <folder>');
const libraryDir = resolve(import.meta.dirname, '..');
const manifest = await readManifest(libraryDir);
const measurements: Record<string, { seconds: number; joins: number[]; cues: unknown }> = {};
await mkdir(folder, { recursive: true });
for await (const { slug, parts: sound } of assembleLibrary(libraryDir, catalogue)) {
  const track = catalogue.find((one) => one.slug === slug);
  if (!track) throw new Error(`No track for ${slug}`);
  const joins: number[] = [];
  let frames = 0;
  const isNarrated = track.recording === null;
  const parts = isNarrated ? partsOf(manifest, slug) : [];
  const cues = isNarrated ? cuesOf(manifest, slug) : [];
  for (const part of parts.slice(0, -1)) {
    frames += part.frames;
    joins.push(frames);
  }
  measurements[slug] = { seconds: track.durationSeconds, joins, cues };
  await writeFile(join(folder, `${slug}.mp3`), sound);
  process.stdout.write(`${slug}\n`);
}
await writeFile(join(folder, 'tracks.json'), JSON.stringify(measurements));
