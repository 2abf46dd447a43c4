/** A file system takes 255 bytes, and a browser writes ` (12)` behind a name that is there already. */
export const MAX_FILE_NAME_BYTES = 240;

/** What else files of a kind are called by, beside the ending that our own look at the content gives them. */
const OTHER_ENDINGS: Readonly<Record<string, readonly string[]>> = {
  m4a: ['mp4', 'm4b'],
  wav: ['wave'],
  ogg: ['opus', 'oga'],
  aiff: ['aif', 'aifc'],
  jpg: ['jpeg'],
};

/** Control letters, separators of lines, and marks that turn round what stands behind them. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;
const LONGEST = 1_000;
const letters = new Intl.Segmenter();

/**
 * A name in the letters of any script, as a folder of hers can have it: it leads nowhere, hides nothing, has an
 * ending of what is in the file, and fits. Where nothing is left, the stored name.
 */
export function fileNameFor(given: string, storedName: string): string {
  const ending = endingOf(storedName);
  const name = given
    .slice(-LONGEST)
    .toWellFormed()
    .normalize('NFC')
    .replace(UNSEEN, '')
    .replace(/[/\\]/g, '-')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  const own = endingOf(name);
  const isItsEnding = [ending, ...(OTHER_ENDINGS[ending] ?? [])].includes(own.toLowerCase());
  const kept = `.${isItsEnding ? own : ending}`;
  const stem = isItsEnding ? name.slice(0, -kept.length) : name;
  const short = shorten(stem, MAX_FILE_NAME_BYTES - kept.length);
  return short === '' ? baseOf(storedName) : short + kept;
}

/**
 * `Content-Disposition` of a file to keep (RFC 6266): every engine reads `filename*`; for what else there is, the
 * stored name, which is plain letters.
 */
export function attachmentNamed(name: string, storedName: string): string {
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${baseOf(storedName)}"; filename*=UTF-8''${encoded}`;
}

/** Between two letters as a reader sees them, never within one. */
function shorten(text: string, bytes: number): string {
  let kept = '';
  let left = bytes;
  for (const { segment } of letters.segment(text)) {
    left -= Buffer.byteLength(segment);
    if (left < 0) break;
    kept += segment;
  }
  return kept.trimEnd();
}

const endingOf = (name: string) => /\.(\w+)$/.exec(name)?.[1] ?? '';
const baseOf = (name: string) => name.split('/').at(-1) ?? name;
