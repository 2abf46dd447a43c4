import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Insertable } from 'kysely';
import { toJson } from '../codecs.ts';
import type { Database } from '../schema/database.ts';
import { type CatalogueTrack, catalogue, timingsOf, transcriptOf } from './content.ts';
import { type AssembledTrack, assembleLibrary } from './library/assemble.ts';
import { type Manifest, readManifest } from './library/manifest.ts';

export interface LibraryTrack {
  /** Readable part of the file names. */
  slug: string;
  /** Path of the cover picture. */
  cover: string;
  row: Omit<Insertable<Database['audio_content']>, 'id' | 'audio_url' | 'image_url'> & {
    id: number;
  };
}

export interface Library {
  tracks: readonly LibraryTrack[];
  /** Makes the recording of each track. */
  record(): AsyncIterable<AssembledTrack>;
}

/** The ten meditations and the featured track that ship with the program. */
export async function openSampleLibrary(folder = findLibraryFolder()): Promise<Library> {
  const manifest = await readManifest(folder);
  return {
    tracks: catalogue.map((track) => ({
      slug: track.slug,
      cover: join(folder, 'covers', track.cover),
      row: toRow(track, manifest),
    })),
    record: () => assembleLibrary(folder, catalogue),
  };
}

function toRow(track: CatalogueTrack, manifest: Manifest): LibraryTrack['row'] {
  const timings = timingsOf(track, manifest);
  return {
    id: track.id,
    title: track.title,
    description: track.description,
    category: track.category,
    kind: track.kind,
    duration: track.durationSeconds,
    is_premium: track.isPremium,
    featured: track.featured,
    position: track.position,
    ground: track.ground,
    loudness_lufs: track.loudnessLufs,
    transcript: transcriptOf(track, manifest),
    transcript_timings: timings && toJson(timings),
    credits: track.credits,
  };
}

/** Next to the sources; the bundled server searches from its own folder upwards. */
function findLibraryFolder(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'db/seeds/library')) && dirname(folder) !== folder) {
    folder = dirname(folder);
  }
  return join(folder, 'db/seeds/library');
}
