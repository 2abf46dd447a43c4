import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface StemFormat {
  sampleRate: number;
  /** of the finished track; the bitrate of a stem may be lower */
  bitrate: number;
  samplesPerFrame: number;
  frameBytes: number;
}

export interface Sentence {
  text: string;
  /** seconds from the start of the stem */
  start: number;
  end: number;
}

export interface Stem {
  name: string;
  frames: number;
  /** of a spoken section */
  sentences?: readonly Sentence[];
}

export interface Section {
  name: string;
  reference: string | null;
  stem: string;
}

export interface TrackScript {
  /** in order; a refrain appears more than once */
  sections: readonly Section[];
  /** stems by name, and frames of silence between them; planned by tools/plan.py */
  parts: readonly (string | number)[];
}

export interface Manifest {
  format: StemFormat;
  tracks: Readonly<Record<string, TrackScript>>;
  stems: Readonly<Record<string, Stem>>;
}

export async function readManifest(libraryDir: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(libraryDir, 'manifest.json'), 'utf8'));
}

export function getStem(manifest: Manifest, name: string): Stem {
  const stem = manifest.stems[name];
  if (!stem) throw new Error(`The sample library has no stem '${name}'`);
  return stem;
}

export function getScript(manifest: Manifest, slug: string): TrackScript {
  const script = manifest.tracks[slug];
  if (!script) throw new Error(`The sample library has no narration for '${slug}'`);
  return script;
}
