/** Allowed redirect targets of mailed links. Anything else becomes the site's address. */
export interface RedirectRules {
  isAllowed(candidate: string): boolean;
  /** Returns the first allowed one, safe for a header and ready for a fragment. */
  choose(...candidates: readonly (string | undefined)[]): string;
}

const NUMERIC_HOST = /^(\d+\.\d+\.\d+\.\d+|\[.*\])$/;
const LOOPBACK_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
const PLAIN_URL = /^[\x21-\x5b\x5d-\x7e]+$/;

export function createRedirectRules(siteUrl: string, patterns: readonly string[]): RedirectRules {
  const site = new URL(siteUrl);
  const globs = patterns.map(compileGlob);

  function isAllowed(candidate: string): boolean {
    if (candidate === '' || !URL.canParse(candidate)) return false;
    const url = new URL(candidate);
    if (isSameSite(site, url)) return true;
    if (NUMERIC_HOST.test(url.hostname) && !LOOPBACK_HOST.test(url.hostname)) return false;
    return spellings(url).some((spelling) => globs.some((glob) => glob.test(spelling)));
  }

  return {
    isAllowed,
    choose: (...candidates) => tidy(candidates.find((c) => c && isAllowed(c)) ?? siteUrl),
  };
}

function isSameSite(site: URL, url: URL): boolean {
  if (url.protocol !== site.protocol) return false;
  // In development, page and server have different ports, and host names vary.
  if (LOOPBACK_HOST.test(site.hostname)) return LOOPBACK_HOST.test(url.hostname);
  return url.host === site.host;
}

/**
 * Matches the parsed address, never the given text: `https://evil。com\.site.org/` looks like a host below
 * site.org but is evil.com. The bare origin also matches without its slash.
 */
function spellings(url: URL): string[] {
  const parsed = new URL(url);
  parsed.hash = '';
  const { href } = parsed;
  return parsed.pathname === '/' && parsed.search === '' ? [href, href.slice(0, -1)] : [href];
}

/** `*` any run without `.` and `/`, `**` any run, `?` one such character, `{a,b}` either, `\` escapes. */
function compileGlob(pattern: string): RegExp {
  let depth = 0;
  const translate = (part: string): string => {
    if (part === '**') return '.*';
    if (part === '*') return '[^./]*';
    if (part === '?') return '[^./]';
    if (part === '{') {
      depth += 1;
      return '(?:';
    }
    if (part === ',' && depth > 0) return '|';
    if (part === '}' && depth > 0) {
      depth -= 1;
      return ')';
    }
    return escapeLiteral(part.length > 1 && part.startsWith('\\') ? part.slice(1) : part);
  };
  const source = pattern.replace(/\\.|\*\*|[*?{},]|\W/gu, translate);
  return new RegExp(`^${source}${')'.repeat(depth)}$`, 'u');
}

function escapeLiteral(character: string): string {
  return /\w/.test(character) ? character : `\\u{${character.codePointAt(0)?.toString(16)}}`;
}

/** Removes the fragment, since the answer's is appended; re-encodes characters not allowed in headers. */
function tidy(url: string): string {
  const bare = url.split('#', 1)[0] ?? url;
  return PLAIN_URL.test(bare) ? bare : new URL(bare).href;
}
