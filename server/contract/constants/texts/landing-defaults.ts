import type { LandingText } from '../pages/brand.ts';
import { HERO_DEFAULTS } from './hero-texts.ts';

/** Default texts of the landing page; `{name}` is the product. All but the hero load later. */
export const LANDING_DEFAULTS: Readonly<Record<LandingText, string>> = {
  ...HERO_DEFAULTS,
  verse: 'He gently leads those who carry little ones.',
  verseSource: 'Isaiah 40:11, in our own words',
  featuresTitle: 'Made to be used with your eyes closed',
  featuresText: 'Six quiet things, done with care, and completely free.',
  faithTitle: 'Prayer at the centre, not in the margins',
  faithText:
    'Breath, rest and a quiet voice are good gifts. Here we know who gives them: every meditation begins in scripture, stays close to it, and ends in blessing.',
  creatorStory:
    'I made this in the weeks after my daughter was born, out of what I had missed in the night: a calm voice, a true word, and a button I could find in the dark.',
  creatorName: 'Hannah M., who began {name}, and a mother of three',
};
