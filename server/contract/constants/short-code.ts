/** The thirty characters of typed codes: excludes 0, O, 1, I, L and U, which are easily confused. */
export const SHORT_CODE_CHARS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Accepts any case, spaces and dashes. Undefined if invalid. */
export function parseShortCode(typed: string, length: number): string | undefined {
  const code = typed.toUpperCase().replace(/[\s\u2010-\u2015-]/g, '');
  const isCode = [...code].every((character) => SHORT_CODE_CHARS.includes(character));
  return isCode && code.length === length ? code : undefined;
}
