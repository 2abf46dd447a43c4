import type { Brand, LandingWord } from './brand.ts';

/** What of the landing page's words is seen first, apart from the others: the first script of that page carries it, and no other. */
export const HERO_WORDS = {
  heroTitle: 'Held, through every hour',
  heroText:
    'Guided scripture, birth music and affirmations for pregnancy, labour and the first weeks after.',
};

/** What stands there: her words or the house's, and in either the name where they say `{name}`. */
export const landingWord = ({ name, landing }: Brand, word: LandingWord, house: string): string =>
  (landing?.[word] ?? house).replaceAll('{name}', () => name);
