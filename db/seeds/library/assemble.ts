import { copyFile, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getScript, type Manifest, readManifest, type Stem } from './manifest.ts';
import { checkStem, id3Tag, infoFrame } from './mpeg.ts';
import { type Cue, planTrack } from './plan.ts';

export const SAMPLE_NOTICE = 'Sample recording, synthetic voice; replace with your own.';

export interface SampleTrack {
  slug: string;
  title: string;
  durationSeconds: number;
  /** a finished file of the library, instead of stems */
  recording: string | null;
  credits: string;
}

export interface InstalledTrack {
  slug: string;
  title: string;
  file: string;
  bytes: number;
  cues: readonly Cue[];
  /** false when a whole file was there already */
  isNew: boolean;
}

type StemReader = (stem: Stem) => Promise<Buffer>;

/** Reads and checks each stem once. */
export function createStemReader(libraryDir: string, manifest: Manifest): StemReader {
  const stems = new Map<string, Promise<Buffer>>();
  const read = async (stem: Stem) => {
    const data = await readFile(join(libraryDir, 'stems', `${stem.name}.mp3`));
    try {
      const frames = checkStem(data, manifest.format);
      if (frames !== stem.frames) throw new Error(`${frames} frames instead of ${stem.frames}`);
    } catch (cause) {
      throw new Error(`The stem '${stem.name}' is damaged`, { cause });
    }
    return data;
  };
  return (stem) => {
    const data = stems.get(stem.name) ?? read(stem);
    stems.set(stem.name, data);
    return data;
  };
}

/** Writes one track; a reader never sees it half done. */
export async function assembleTrack(
  manifest: Manifest,
  readStem: StemReader,
  track: SampleTrack,
  targetDir: string,
): Promise<InstalledTrack> {
  const { slug, title } = track;
  const { stems, frames, cues } = planTrack(manifest, slug, track.durationSeconds);
  const tag = id3Tag({
    title,
    artist: 'Cradlesong',
    album: 'Sample library',
    comment: track.credits,
  });
  const file = join(targetDir, `${slug}.mp3`);
  const bytes = tag.length + (frames + 1) * manifest.format.frameBytes;
  if ((await findSize(file)) === bytes) return { slug, title, file, bytes, cues, isNew: false };
  const [first, ...rest] = await Promise.all(stems.map(readStem));
  if (!first) throw new Error(`${slug}: nothing to assemble`);
  const info = infoFrame(first, manifest.format, frames);
  await writeWhole(file, [tag, info, first, ...rest]);
  return { slug, title, file, bytes, cues, isNew: true };
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

async function copyRecording(
  libraryDir: string,
  recording: string,
  { slug, title }: SampleTrack,
  targetDir: string,
): Promise<InstalledTrack> {
  const [source, file] = [join(libraryDir, recording), join(targetDir, `${slug}.mp3`)];
  const { size: bytes } = await stat(source);
  const isNew = (await findSize(file)) !== bytes;
  if (isNew) {
    await copyFile(source, `${file}.partial`);
    await rename(`${file}.partial`, file);
  }
  return { slug, title, file, bytes, cues: [], isNew };
}

async function findSize(file: string): Promise<number | undefined> {
  const found = await stat(file).catch(() => undefined);
  return found?.size;
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
    yield track.recording === null
      ? await assembleTrack(manifest, readStem, track, targetDir)
      : await copyRecording(libraryDir, track.recording, track, targetDir);
  }
}

/** What is said in a track, in its order: a paragraph for each section. */
export function narrationOf(manifest: Manifest, slug: string): string {
  const paragraphs = getScript(manifest, slug).sections.map(({ reference, stems }) => {
    const sentences = stems.map((name) => manifest.stems[name]?.text).join(' ');
    return reference === null ? sentences : `${sentences} (${reference})`;
  });
  return paragraphs.join('\n\n');
}
