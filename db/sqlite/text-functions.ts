import type SQLite from 'better-sqlite3';
import { RE2JS } from 're2js';
import { ANY_ONE, ANY_RUN, parseLike } from '../queries/like-pattern.ts';
import { compileRegex } from '../queries/regex.ts';
import { jsonContains } from './json-contains.ts';

/**
 * Registers `unicode_ilike`, which is PostgreSQL's ILIKE (SQLite's LIKE folds ASCII only), `regex_match` and
 * `json_contains`. No index or trigger may use them, because the sqlite3 shell, which lacks them, could then no longer
 * write.
 */
export function registerTextFunctions(handle: SQLite.Database): void {
  let lastPattern: string | undefined;
  let matches = (_value: string): boolean => false;
  handle.function('unicode_ilike', { deterministic: true }, (value: unknown, pattern: unknown) => {
    if (value === null || pattern === null) return null;
    // A query uses one pattern for every row, so caching the last one is enough.
    if (pattern !== lastPattern) {
      lastPattern = String(pattern);
      matches = compileLike(lastPattern);
    }
    return matches(String(value)) ? 1 : 0;
  });
  let lastRegex = { pattern: '', ignoreCase: false, test: compileRegex('', false) };
  handle.function(
    'regex_match',
    { deterministic: true },
    (value: unknown, pattern: unknown, flag: unknown) => {
      if (value === null || pattern === null) return null;
      const ignoreCase = flag === 1;
      if (pattern !== lastRegex.pattern || ignoreCase !== lastRegex.ignoreCase) {
        const text = String(pattern);
        lastRegex = { pattern: text, ignoreCase, test: compileRegex(text, ignoreCase) };
      }
      return lastRegex.test(String(value)) ? 1 : 0;
    },
  );
  handle.function(
    'json_contains',
    { deterministic: true },
    (container: unknown, contained: unknown) => {
      if (container === null || contained === null) return null;
      return jsonContains(JSON.parse(String(container)), JSON.parse(String(contained))) ? 1 : 0;
    },
  );
}

/** RE2 takes time linear in the text for every pattern. */
function compileLike(pattern: string): (value: string) => boolean {
  const steps = parseLike(pattern).map((step) =>
    step === ANY_RUN ? '.*' : step === ANY_ONE ? '.' : RE2JS.quote(step),
  );
  // A pattern that begins or ends with `%` needs no anchor there and matches faster without one.
  const source = `^${steps.join('')}$`.replace(/^\^\.\*|\.\*\$$/g, '');
  const compiled = RE2JS.compile(source, RE2JS.DOTALL | RE2JS.CASE_INSENSITIVE);
  return (value) => compiled.test(value);
}
