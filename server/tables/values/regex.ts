import { compileRegex, RegexSyntaxError } from '#db/regex.ts';
import { createRegexError } from '../tables.errors.ts';

/** Both engines are given only what both understand alike. */
export function checkRegex(pattern: string): string {
  try {
    compileRegex(pattern, false);
    return pattern;
  } catch (error) {
    if (error instanceof RegexSyntaxError) throw createRegexError(error.message);
    throw error;
  }
}
