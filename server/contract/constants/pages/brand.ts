/** Sentences of the landing page that the owner can replace. */
export type LandingText =
  | 'heroTitle'
  | 'heroText'
  | 'verse'
  | 'verseSource'
  | 'featuresTitle'
  | 'featuresText'
  | 'faithTitle'
  | 'faithText'
  | 'creatorStory'
  | 'creatorName';

/**
 * The brand's built-in values. The admin's Settings tab overrides single fields at run time. Imports nothing,
 * because the landing page's first script includes it.
 */
export interface Brand {
  readonly name: string;
  readonly tagline: string;
  readonly company: string;
  readonly email: string;
  readonly advertisingEmail: string;
  readonly phone: string;
  readonly address: readonly string[];
  readonly social: {
    readonly tiktok: string;
    readonly instagram: string;
    readonly facebook: string;
    readonly youtube: string;
    readonly threads: string;
  };
  readonly stores: { readonly googlePlay: string; readonly appStore: string };
  readonly price: { readonly oneTime: number; readonly currency: string };
  readonly trialDays: number;
  /** The owner's replacements; the defaults are in `landing-defaults.ts`. */
  readonly landing?: Readonly<Partial<Record<LandingText, string>>>;
}

export const DEFAULT_BRAND: Brand = {
  name: 'Cradlesong',
  tagline: 'Scripture, prayer and music for pregnancy, birth and the weeks after',
  company: 'Cradlesong Ltd',
  email: 'hello@cradlesong.example',
  advertisingEmail: 'advertising@cradlesong.example',
  phone: '+44 20 7946 0018',
  address: ['Cradlesong Ltd', '1 Example Street', 'London', 'EC1A 1AA', 'United Kingdom'],
  social: {
    tiktok: 'https://www.tiktok.com/@cradlesong.example',
    instagram: 'https://www.instagram.com/cradlesong.example',
    facebook: 'https://www.facebook.com/cradlesong.example',
    youtube: 'https://www.youtube.com/@cradlesong.example',
    threads: 'https://www.threads.net/@cradlesong.example',
  },
  stores: {
    googlePlay: 'https://play.google.com/store/apps/details?id=example.cradlesong',
    appStore: 'https://apps.apple.com/app/cradlesong/id0000000000',
  },
  price: { oneTime: 7.99, currency: 'GBP' },
  trialDays: 3,
};
