interface MediaType {
  type: string;
  /** Text that shrinks; the build makes .br and .gz beside it. */
  isText?: boolean;
}

const TYPES: Record<string, MediaType> = {
  '.html': { type: 'text/html; charset=utf-8', isText: true },
  '.js': { type: 'text/javascript; charset=utf-8', isText: true },
  '.css': { type: 'text/css; charset=utf-8', isText: true },
  '.json': { type: 'application/json; charset=utf-8', isText: true },
  '.webmanifest': { type: 'application/manifest+json; charset=utf-8', isText: true },
  '.svg': { type: 'image/svg+xml', isText: true },
  '.txt': { type: 'text/plain; charset=utf-8', isText: true },
  '.xml': { type: 'application/xml; charset=utf-8', isText: true },
  '.ico': { type: 'image/x-icon', isText: true },
  '.png': { type: 'image/png' },
  '.jpg': { type: 'image/jpeg' },
  '.jpeg': { type: 'image/jpeg' },
  '.webp': { type: 'image/webp' },
  '.avif': { type: 'image/avif' },
  '.woff2': { type: 'font/woff2' },
  '.mp3': { type: 'audio/mpeg' },
  '.m4a': { type: 'audio/mp4' },
  '.wav': { type: 'audio/wav' },
  '.flac': { type: 'audio/flac' },
  '.ogg': { type: 'audio/ogg' },
  '.aiff': { type: 'audio/aiff' },
};

/** By the name's ending; what is not listed is bytes without a meaning. */
export function mediaTypeOf(name: string): MediaType {
  const ending = /\.[^./]+$/.exec(name)?.[0].toLowerCase() ?? '';
  return TYPES[ending] ?? { type: 'application/octet-stream' };
}
