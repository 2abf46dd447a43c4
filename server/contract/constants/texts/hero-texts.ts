import type { Brand, LandingText } from '../pages/brand.ts';

/** Texts of the landing page's first view; separate because only that page's first script includes them. */
export const HERO_DEFAULTS = {
  heroTitle: 'Held, through every hour',
  heroText:
    'Guided scripture, birth music and affirmations for pregnancy, labour and the first weeks after.',
};

/** The owner's text or the default, with `{name}` replaced. */
export const landingText = ({ name, landing }: Brand, word: LandingText, builtIn: string): string =>
  (landing?.[word] ?? builtIn).replaceAll('{name}', () => name);
