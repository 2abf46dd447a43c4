/**
 * The thirty signs of every code that is read from one place and typed in another: without 0 and O, 1,
 * I and L, and U, which look like each other or like V in print, in handwriting and on glass.
 */
export const SHORT_CODE_SIGNS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/** As typed: any case, with or without spaces and dashes. Undefined when it cannot be such a code. */
export function parseShortCode(typed: string, length: number): string | undefined {
  const code = typed.toUpperCase().replace(/[\s\u2010-\u2015-]/g, '');
  const isCode = [...code].every((sign) => SHORT_CODE_SIGNS.includes(sign));
  return isCode && code.length === length ? code : undefined;
}
