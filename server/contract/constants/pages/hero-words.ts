import type { Brand, LandingWord } from './brand.ts';

/** Texts of the landing page's first view; separate because only that page's first script includes them. */
export const HERO_WORDS = {
  heroTitle: 'Held, through every hour',
  heroText:
    'Guided scripture, birth music and affirmations for pregnancy, labour and the first weeks after.',
};

/** The owner's text or the default, with `{name}` replaced. */
export const landingWord = ({ name, landing }: Brand, word: LandingWord, house: string): string =>
  (landing?.[word] ?? house).replaceAll('{name}', () => name);
