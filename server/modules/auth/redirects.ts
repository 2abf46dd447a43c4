const IP_HOST = /^(\d+\.\d+\.\d+\.\d+|\[.*\])$/;
const LOOPBACK_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
const HEADER_SAFE_URL = /^[\x21-\x5b\x5d-\x7e]+$/;

/** Allowed redirect targets of mailed links. */
export function createRedirectRules(siteUrl: string, patterns: readonly string[]) {
  const site = new URL(siteUrl);
  const globs = patterns.map(compileGlob);

  function isAllowed(candidate: string): boolean {
    if (candidate === '' || !URL.canParse(candidate)) return false;
    const url = new URL(candidate);
    if (isSameSite(site, url)) return true;
    if (IP_HOST.test(url.hostname) && !LOOPBACK_HOST.test(url.hostname)) return false;
    return matchableForms(url).some((form) => globs.some((glob) => glob.test(form)));
  }

  return {
    isAllowed,
    /** The first allowed candidate, else the site's address; without a fragment, safe for a header. */
    choose: (...candidates: readonly (string | undefined)[]) =>
      toHeaderSafe(candidates.find((c) => c && isAllowed(c)) ?? siteUrl),
  };
}

function isSameSite(site: URL, url: URL): boolean {
  if (url.protocol !== site.protocol) return false;
  // In development, page and server differ in port and often in name (localhost, 127.0.0.1).
  if (LOOPBACK_HOST.test(site.hostname)) return LOOPBACK_HOST.test(url.hostname);
  return url.host === site.host;
}

/**
 * URLs to match with the patterns. Built from the parsed URL, because the given text can deceive:
 * `https://evil。com\.site.org/` looks like a host below site.org but is evil.com. An origin needs no slash to match.
 */
function matchableForms(url: URL): string[] {
  const parsed = new URL(url);
  parsed.hash = '';
  const { href } = parsed;
  return parsed.pathname === '/' && parsed.search === '' ? [href, href.slice(0, -1)] : [href];
}

const GLOBS = new Map([
  ['*', '[^./]*'],
  ['**', '.*'],
]);

/** `*` is any text without `.` and `/`, `**` any text. */
function compileGlob(pattern: string): RegExp {
  const source = pattern
    .split(/(\*\*?)/)
    .map((part) => GLOBS.get(part) ?? part.replace(/\W/g, '\\$&'))
    .join('');
  return new RegExp(`^${source}$`);
}

/** Removes the fragment, because callers append one; encodes characters that a header cannot hold. */
function toHeaderSafe(url: string): string {
  const bare = url.split('#', 1)[0] ?? url;
  return HEADER_SAFE_URL.test(bare) ? bare : new URL(bare).href;
}
