/** Rows of keys; the three layers and the bottom row contain every printable ASCII character. */
export const LAYERS = {
  letters: ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'],
  numbers: ['1234567890', '-/:;()&!?#', "_+*%=~$£€'"],
  symbols: ['[]{}<>|^`\\', '@",.§°«»¿¡', '±×÷•…–—'],
} as const satisfies Record<string, readonly string[]>;
export type Layer = keyof typeof LAYERS;

/** Accented forms offered by a long press of a letter. */
const ACCENTS: Readonly<Record<string, string>> = {
  a: 'àáâäãåæāą',
  c: 'çćč',
  d: 'ďđ',
  e: 'èéêëēęě',
  g: 'ğ',
  i: 'ìíîïīı',
  l: 'ł',
  n: 'ñńň',
  o: 'òóôöõøœō',
  r: 'ř',
  s: 'ßśšş',
  t: 'ťþ',
  u: 'ùúûüūů',
  y: 'ýÿ',
  z: 'źžż',
};

/** Empty where a letter has no accented form. */
export const accentsOf = (letter: string): readonly string[] => [...(ACCENTS[letter] ?? '')];

/** Keys for characters often needed in the focused field. */
export function shortcutsFor(type: string): readonly string[] {
  if (type === 'email') return ['@', '.', '-', '_', '.com'];
  return type === 'password' ? ['@', '.', ',', "'"] : ['.', ',', "'"];
}
