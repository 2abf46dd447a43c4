import { createRequire } from 'node:module';

/**
 * The ffmpeg that the package `ffmpeg-static` has fetched for this platform, for machines whose owner may install
 * npm packages and nothing else. Undefined where the package is not there, or has nothing for the platform.
 */
export function findNpmFfmpeg(from = import.meta.url): string | undefined {
  try {
    const path: unknown = createRequire(from)('ffmpeg-static');
    return typeof path === 'string' ? path : undefined;
  } catch {
    return undefined;
  }
}
