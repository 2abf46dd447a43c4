import { ANY_ONE, ANY_RUN, parseLike } from '../like-pattern.ts';
import { compileRegex } from '../regex.ts';

/** The part of a connection that takes functions of our own. */
interface FunctionHost {
  function(
    name: string,
    options: { deterministic: boolean },
    body: (...values: unknown[]) => unknown,
  ): unknown;
}

/**
 * `unicode_ilike(value, pattern)`: ILIKE as PostgreSQL has it. SQLite's own LIKE folds ASCII only.
 * Used in queries, never in an index or a trigger, so that the sqlite3 shell can still write.
 */
export function registerTextFunctions(handle: FunctionHost): void {
  let lastPattern: string | undefined;
  let matches = (_value: string): boolean => false;
  handle.function('unicode_ilike', { deterministic: true }, (value: unknown, pattern: unknown) => {
    if (value === null || pattern === null) return null;
    // One query asks with one pattern for every row, so remembering the last one is cache enough.
    if (pattern !== lastPattern) {
      lastPattern = String(pattern);
      matches = compileLike(lastPattern.toLowerCase());
    }
    return matches(String(value).toLowerCase()) ? 1 : 0;
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
}

/** A LIKE pattern as a function. Linear in practice: it backs up to the last `%` only, never further. */
function compileLike(pattern: string): (value: string) => boolean {
  const steps = parseLike(pattern);
  return (value) => {
    const characters = /[\uD800-\uDFFF]/.test(value) ? Array.from(value) : value;
    let at = 0;
    let step = 0;
    let retryStep = -1;
    let retryAt = 0;
    while (at < characters.length) {
      const wanted = steps[step];
      if (wanted === ANY_RUN) {
        retryStep = step++;
        retryAt = at;
      } else if (wanted === ANY_ONE || (wanted !== undefined && wanted === characters[at])) {
        step++;
        at++;
      } else if (retryStep >= 0) {
        step = retryStep + 1;
        at = ++retryAt;
      } else {
        return false;
      }
    }
    while (steps[step] === ANY_RUN) step++;
    return step === steps.length;
  };
}
