// Puts every sample track into a folder, with the joins of its stems. Usage: node install.ts <folder>
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { catalogue } from '#db/seeds/content.ts';
import { installLibrary } from '../assemble.ts';
import { readManifest } from '../manifest.ts';
import { planTrack } from '../plan.ts';

const folder = process.argv[2];
if (!folder) throw new Error('Usage: node install.ts <folder>');
const libraryDir = resolve(import.meta.dirname, '..');
const manifest = await readManifest(libraryDir);
const joins: Record<string, number[]> = {};
for await (const { slug, bytes } of installLibrary(libraryDir, folder, catalogue)) {
  const track = catalogue.find((one) => one.slug === slug);
  joins[slug] = [];
  let frames = 0;
  const stems =
    track?.recording === null ? planTrack(manifest, slug, track.durationSeconds).stems : [];
  for (const stem of stems.slice(0, -1)) {
    frames += stem.frames;
    joins[slug].push(frames);
  }
  process.stdout.write(`${slug}: ${(bytes / 1e6).toFixed(1)} MB\n`);
}
await writeFile(join(folder, 'joins.json'), JSON.stringify(joins));
