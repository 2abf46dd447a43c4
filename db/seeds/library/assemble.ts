import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { id3Tag } from './id3.ts';
import { type Manifest, readManifest, type Sentence, type Stem } from './manifest.ts';
import { fillFrames, infoFrame, silentFrames } from './mpeg.ts';
import { planTrack } from './plan.ts';

export const SAMPLE_NOTICE = 'Sample recording, synthetic voice; replace with your own.';

export interface SampleTrack {
  slug: string;
  title: string;
  durationSeconds: number;
  /** a finished file of the library, instead of stems */
  recording: string | null;
  /** file name of the picture in covers/, which a JPEG of the same name stands beside */
  cover: string;
  credits: string;
}

export interface InstalledTrack {
  slug: string;
  title: string;
  file: string;
  bytes: number;
  cues: readonly Sentence[];
  /** false when a whole file was there already */
  isNew: boolean;
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

/** The sound of a track, without its tag. */
async function assembleTrack(
  manifest: Manifest,
  readStem: StemReader,
  { slug, durationSeconds }: Pick<SampleTrack, 'slug' | 'durationSeconds'>,
): Promise<Buffer[]> {
  const { parts, frames } = planTrack(manifest, slug, durationSeconds);
  const sound = await Promise.all(
    parts.map(({ stem, frames: count }) =>
      stem ? readStem(stem) : silentFrames(manifest.format, count),
    ),
  );
  return [infoFrame(manifest.format, frames), ...sound];
}

async function writeWhole(file: string, parts: readonly Buffer[]): Promise<void> {
  const partial = `${file}.partial`;
  try {
    await writeFile(partial, parts, { flush: true });
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
  await rename(partial, file);
}

async function findSize(file: string): Promise<number | undefined> {
  const found = await stat(file).catch(() => undefined);
  return found?.size;
}

async function tagOf(libraryDir: string, track: SampleTrack): Promise<Buffer> {
  return id3Tag({
    title: track.title,
    artist: 'Cradlesong',
    album: 'Sample library',
    comment: track.credits,
    language: track.recording === null ? 'eng' : null,
    cover: await readFile(join(libraryDir, 'covers', track.cover.replace(/\.svg$/, '.jpg'))),
  });
}

/** Puts `<slug>.mp3` of every track into the folder and yields after each, for a line of progress. */
export async function* installLibrary(
  libraryDir: string,
  targetDir: string,
  tracks: readonly SampleTrack[],
): AsyncGenerator<InstalledTrack> {
  const manifest = await readManifest(libraryDir);
  const readStem = createStemReader(libraryDir, manifest);
  await mkdir(targetDir, { recursive: true });
  for (const track of tracks) {
    const { slug, title, recording, durationSeconds } = track;
    const sound =
      recording === null
        ? await assembleTrack(manifest, readStem, track)
        : [await readFile(join(libraryDir, recording))];
    const parts = [await tagOf(libraryDir, track), ...sound];
    const bytes = parts.reduce((sum, part) => sum + part.length, 0);
    const file = join(targetDir, `${slug}.mp3`);
    const isNew = (await findSize(file)) !== bytes;
    // A reader never sees a track half done.
    if (isNew) await writeWhole(file, parts);
    const cues = recording === null ? planTrack(manifest, slug, durationSeconds).cues : [];
    yield { slug, title, file, bytes, cues, isNew };
  }
}
