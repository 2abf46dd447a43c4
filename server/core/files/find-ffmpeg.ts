import { createRequire } from 'node:module';
import { runLimited } from '../run-limited.ts';

const DEFAULT = 'ffmpeg';
const TIMEOUT_MS = 10_000;
/** Caches only found paths, since ffmpeg may be installed later. */
const found = new Map<string, string>();

/** Resolves the setting FFMPEG; undefined if `off` or not installed. */
export async function findFfmpeg(
  setting: string,
  fallback: (() => string | undefined) | undefined = setting === DEFAULT
    ? findNpmFfmpeg
    : undefined,
): Promise<string | undefined> {
  if (setting === 'off') return undefined;
  const known = found.get(setting);
  if (known !== undefined) return known;
  const candidates = [setting, fallback?.()];
  for (const program of candidates) {
    if (program === undefined || !(await runs(program))) continue;
    found.set(setting, program);
    return program;
  }
  return undefined;
}

function runs(program: string): Promise<boolean> {
  return runLimited(program, ['-version'], { longestMs: TIMEOUT_MS }).then(
    () => true,
    () => false,
  );
}

/**
 * The ffmpeg binary of the package `ffmpeg-static`, for hosts where only npm packages can be installed.
 * Undefined if the package is missing or does not support the platform.
 */
export function findNpmFfmpeg(from = import.meta.url): string | undefined {
  try {
    const path: unknown = createRequire(from)('ffmpeg-static');
    return typeof path === 'string' ? path : undefined;
  } catch {
    return undefined;
  }
}
