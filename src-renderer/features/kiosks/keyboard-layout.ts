/** Rows of keys. With the bottom row they contain every printable ASCII character. */
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

/** Keys of the bottom row for characters that are frequent in this type of field. */
export function shortcutsFor(type: string): readonly string[] {
  if (type === 'email') return ['@', '.', '-', '_', '.com'];
  return type === 'password' ? ['@', '.', ',', "'"] : ['.', ',', "'"];
}
