import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Manifest, readManifest, type Stem } from './manifest.ts';
import { fillFrames, infoFrame, silentFrames } from './mpeg.ts';
import { partsOf } from './narration.ts';

export const SAMPLE_NOTICE = 'Sample recording, synthetic voice; replace with your own.';

export interface SampleTrack {
  slug: string;
  /** file name of a finished recording; null for a track assembled from stems */
  recording: string | null;
}

export interface AssembledTrack {
  slug: string;
  /** pieces of an MP3, to be concatenated */
  parts: readonly Buffer[];
}

type StemReader = (stem: Stem) => Promise<Buffer>;

/** Reads, checks and fills each stem once. */
export function createStemReader(libraryDir: string, manifest: Manifest): StemReader {
  const stems = new Map<string, Promise<Buffer>>();
  const read = async (stem: Stem) => {
    const data = await readFile(join(libraryDir, 'stems', `${stem.name}.mp3`));
    try {
      const filled = fillFrames(data, manifest.format);
      const frames = filled.length / manifest.format.frameBytes;
      if (frames !== stem.frames) throw new Error(`${frames} frames instead of ${stem.frames}`);
      return filled;
    } catch (cause) {
      throw new Error(`The stem '${stem.name}' is damaged`, { cause });
    }
  };
  return (stem) => {
    const data = stems.get(stem.name) ?? read(stem);
    stems.set(stem.name, data);
    return data;
  };
}

/** Makes the recordings one by one, without tags, because storing removes most tags. */
export async function* assembleLibrary(
  libraryDir: string,
  tracks: readonly SampleTrack[],
): AsyncGenerator<AssembledTrack> {
  const manifest = await readManifest(libraryDir);
  const readStem = createStemReader(libraryDir, manifest);
  for (const track of tracks) {
    const { slug, recording } = track;
    if (recording !== null) {
      yield { slug, parts: [await readFile(join(libraryDir, recording))] };
      continue;
    }
    const parts = partsOf(manifest, slug);
    const frames = parts.reduce((sum, part) => sum + part.frames, 0);
    const sound = await Promise.all(
      parts.map((part) =>
        part.stem ? readStem(part.stem) : silentFrames(manifest.format, part.frames),
      ),
    );
    yield { slug, parts: [infoFrame(manifest.format, frames), ...sound] };
  }
}
