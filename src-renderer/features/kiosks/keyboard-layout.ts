/** Three rows of letters, or of figures and signs; the row below them is the same for both. */
export const LETTERS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'] as const;
export const SIGNS = ['1234567890', '-/:;()&!?#', "_+*%=~$£€'"] as const;

/** What is typed most into the field at hand, on keys of their own. */
export function shortcutsFor(type: string): readonly string[] {
  return type === 'email' ? ['@', '.', '-', '_', '.com'] : ['.', ',', "'"];
}
