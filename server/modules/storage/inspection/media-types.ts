/** `Cache-Control` of content addresses. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Media types of stored recordings and pictures. */
const TYPES: Record<string, string> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.svg': 'image/svg+xml',
  '.mp3': 'audio/mpeg',
  '.m4a': 'audio/mp4',
  '.aac': 'audio/aac',
  '.wav': 'audio/wav',
  '.flac': 'audio/flac',
  '.ogg': 'audio/ogg',
  '.aiff': 'audio/aiff',
};

/** Media type by file extension; `application/octet-stream` for others. */
export function mediaTypeOf(name: string): string {
  const extension = /\.[^./]+$/.exec(name)?.[0].toLowerCase() ?? '';
  return TYPES[extension] ?? 'application/octet-stream';
}
