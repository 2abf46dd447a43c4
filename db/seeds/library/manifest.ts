import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface StemFormat {
  sampleRate: number;
  bitrate: number;
  samplesPerFrame: number;
  frameBytes: number;
  /** every stem is a multiple of this many frames */
  gridFrames: number;
  /** from the start of a narrated stem to its first word */
  voiceLeadSeconds: number;
}

export interface Stem {
  name: string;
  frames: number;
  text?: string;
  /** seconds from the first word to the last */
  spoken?: number;
}

export interface Section {
  name: string;
  reference: string | null;
  stems: readonly string[];
}

export interface TrackScript {
  /** the stem between two sentences of a section */
  pause: string;
  /** the tunes between the sections, in turn */
  music: readonly string[];
  /** in the order in which they are said; a refrain comes more than once */
  sections: readonly Section[];
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
