/** File systems allow 255 bytes, and browsers append ` (12)` to existing names. */
export const MAX_FILE_NAME_BYTES = 240;

/** Other extensions of a detected format. */
const OTHER_EXTENSIONS: Readonly<Record<string, readonly string[]>> = {
  m4a: ['mp4', 'm4b'],
  wav: ['wave'],
  ogg: ['opus', 'oga'],
  aiff: ['aif', 'aifc'],
  jpg: ['jpeg'],
};

/** Control characters, line separators and bidi marks. */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;
const MAX_GIVEN_LENGTH = 1_000;
const graphemes = new Intl.Segmenter();

/**
 * Sanitises a name in any writing system: no path, no invisible characters, the extension of its format, limited
 * length. Falls back to the stored name.
 */
export function fileNameFor(given: string, storedName: string): string {
  const extension = extensionOf(storedName);
  const name = given
    .slice(-MAX_GIVEN_LENGTH)
    .toWellFormed()
    .normalize('NFC')
    .replace(INVISIBLE, '')
    .replace(/[/\\]/g, '-')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  const own = extensionOf(name);
  const isRightExtension = [extension, ...(OTHER_EXTENSIONS[extension] ?? [])].includes(
    own.toLowerCase(),
  );
  const kept = `.${isRightExtension ? own : extension}`;
  const stem = isRightExtension ? name.slice(0, -kept.length) : name;
  const short = shorten(stem, MAX_FILE_NAME_BYTES - kept.length);
  return short === '' ? baseOf(storedName) : short + kept;
}

/**
 * `Content-Disposition` of a download (RFC 6266): browsers read `filename*`; the ASCII fallback is the stored
 * name.
 */
export function attachmentNamed(name: string, storedName: string): string {
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${baseOf(storedName)}"; filename*=UTF-8''${encoded}`;
}

/** Cuts between grapheme clusters. */
function shorten(text: string, bytes: number): string {
  let kept = '';
  let left = bytes;
  for (const { segment } of graphemes.segment(text)) {
    left -= Buffer.byteLength(segment);
    if (left < 0) break;
    kept += segment;
  }
  return kept.trimEnd();
}

const extensionOf = (name: string) => /\.(\w+)$/.exec(name)?.[1] ?? '';
const baseOf = (name: string) => name.split('/').at(-1) ?? name;
