import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { AudioContent } from '#contract/rows/audio-content.ts';
import { toJson } from '#db/codecs.ts';
import type { ServerDeps } from '../core/deps.ts';
import { AppError } from '../core/errors.ts';
import { storeFile } from './import-files.ts';
import { insertTrack, isUsedByTrack } from './import-folder.repository.ts';

const EXTENSIONS = /\.(mp3|m4a|m4b|mp4|aac|wav|flac|ogg|oga|opus|aif|aiff)$/i;
const MAX_TITLE = 200;

interface ImportOptions {
  readonly category: AudioContent['category'];
  readonly kind: AudioContent['kind'];
  readonly printLine: (line: string) => void;
}

/**
 * Creates a disabled track for each recording in a folder, with title, chapters and cover from its tags. Files
 * already used by a track are skipped, so an import can be repeated.
 */
export async function importFolder(deps: ServerDeps, folder: string, options: ImportOptions) {
  const counts = { added: 0, present: 0, failed: 0 };
  for (const file of await listAudioFiles(folder)) {
    try {
      const isNew = await importFile(deps, file, options);
      counts[isNew ? 'added' : 'present'] += 1;
      options.printLine(`${isNew ? 'added' : 'already there'}: ${file}`);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      counts.failed += 1;
      options.printLine(`not added: ${file}: ${error.publicMessage}`);
    }
  }
  return counts;
}

async function listAudioFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && isAudio(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }));
}

const isAudio = (name: string) => !name.startsWith('.') && EXTENSIONS.test(name);

/** False if a track already uses this recording. */
async function importFile(
  deps: ServerDeps,
  file: string,
  { category, kind }: ImportOptions,
): Promise<boolean> {
  const target = { bucket: 'audio', name: basename(file) } as const;
  const stored = await storeFile(deps, target, createReadStream(file));
  if (await isUsedByTrack(deps, stored.path)) return false;
  const { title, chapters, cover } = stored.tags ?? {};
  await insertTrack(deps, {
    title: title ?? titleOf(file),
    category,
    kind,
    duration: Math.max(1, Math.round(stored.durationSeconds ?? 0)),
    audio_url: stored.path,
    ...(chapters && { chapters: toJson(chapters) }),
    ...(cover && { image_url: cover }),
    enabled: false,
  });
  return true;
}

function titleOf(file: string): string {
  return basename(file, extname(file))
    .replace(/[_\s]+/g, ' ')
    .trim()
    .slice(0, MAX_TITLE);
}
