// Puts every sample track into a folder, with what is said when and where its parts join. Usage: node install.ts <folder>
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
const told: Record<string, { seconds: number; joins: number[]; cues: unknown }> = {};
for await (const { slug, bytes, cues } of installLibrary(libraryDir, folder, catalogue)) {
  const track = catalogue.find((one) => one.slug === slug);
  if (!track) throw new Error(`Nobody asked for ${slug}`);
  const joins: number[] = [];
  let frames = 0;
  const parts =
    track.recording === null ? planTrack(manifest, slug, track.durationSeconds).parts : [];
  for (const part of parts.slice(0, -1)) {
    frames += part.frames;
    joins.push(frames);
  }
  told[slug] = { seconds: track.durationSeconds, joins, cues };
  process.stdout.write(`${slug}: ${(bytes / 1e6).toFixed(1)} MB\n`);
}
await writeFile(join(folder, 'tracks.json'), JSON.stringify(told));
