import { SETTING_VALUES, type Setting } from '#contract/rows/settings.ts';
import { type Brand, DEFAULT_BRAND, type LandingWord } from '#contract/words/brand.ts';
import { LANDING_WORDS } from '#contract/words/landing-words.ts';

type Json = Setting['value'];

/** The words and numbers of the brand by their path, as the form's fields hold them. */
export type BrandDraft = Readonly<Record<string, string>>;

export const BRAND_FIELDS: readonly { title: string; fields: readonly [string, string][] }[] = [
  {
    title: 'Brand',
    fields: [
      ['name', 'Name'],
      ['tagline', 'Tagline'],
      ['company', 'Company'],
    ],
  },
  {
    title: 'Contact',
    fields: [
      ['email', 'E-mail address'],
      ['advertisingEmail', 'Address for advertising'],
      ['phone', 'Telephone'],
      ['address', 'Postal address'],
    ],
  },
  {
    title: 'Social and stores',
    fields: [
      ['social.tiktok', 'TikTok'],
      ['social.instagram', 'Instagram'],
      ['social.facebook', 'Facebook'],
      ['social.youtube', 'YouTube'],
      ['social.threads', 'Threads'],
      ['stores.googlePlay', 'Google Play'],
      ['stores.appStore', 'App Store'],
    ],
  },
  {
    title: 'Price',
    fields: [
      ['price.oneTime', 'One-time price'],
      ['price.currency', 'Currency'],
      ['trialDays', 'Days of the trial'],
    ],
  },
];

/** The sentences of the landing page, from its top to its end. */
export const LANDING_FIELDS: readonly (readonly [LandingWord, string])[] = [
  ['heroTitle', 'Headline'],
  ['heroText', 'Sentence under the headline'],
  ['verse', 'Verse'],
  ['verseSource', 'Where the verse stands'],
  ['featuresTitle', 'Heading of the features'],
  ['featuresText', 'Sentence about the features'],
  ['faithTitle', 'Heading about faith'],
  ['faithText', 'Paragraph about faith'],
  ['creatorStory', 'Story of the creator'],
  ['creatorName', 'Who tells it'],
];

/** The path of a sentence among the fields of the brand. */
export const landingPath = (word: LandingWord) => `landing.${word}`;

export const BRAND_LABELS: BrandDraft = Object.fromEntries([
  ...BRAND_FIELDS.flatMap(({ fields }) => fields),
  ...LANDING_FIELDS.map(([word, label]) => [landingPath(word), label]),
]);

const PATHS = Object.keys(BRAND_LABELS);
const BUILT_IN = { ...DEFAULT_BRAND, landing: LANDING_WORDS };

/** What pages show: the built-in brand with the owner's changes over it. */
export function draftOf(override: unknown): BrandDraft {
  return Object.fromEntries(
    PATHS.map((path) => [path, textOf(valueAt(override, path) ?? valueAt(BUILT_IN, path))]),
  );
}

/** Only what differs, so that a later change of a built-in value is not hidden by an old copy of it. */
export function overrideOf(draft: BrandDraft): Record<string, Json> {
  const override: Record<string, Json> = {};
  for (const path of PATHS) {
    const base = valueAt(BUILT_IN, path);
    const text = (draft[path] ?? '').trim();
    if (text === '' || text === textOf(base)) continue;
    put(override, path, readLike(base, text));
  }
  return override;
}

/** As much of the brand as the landing page shows, as it would be, also where a field is not right yet. */
export function brandOnLanding(draft: BrandDraft): Brand {
  const typed = (path: string, ours: string) => (draft[path] ?? '').trim() || ours;
  const { name, stores } = DEFAULT_BRAND;
  return {
    ...DEFAULT_BRAND,
    name: typed('name', name),
    stores: {
      googlePlay: typed('stores.googlePlay', stores.googlePlay),
      appStore: typed('stores.appStore', stores.appStore),
    },
    landing: Object.fromEntries(
      LANDING_FIELDS.flatMap(([word]) => {
        const hers = typed(landingPath(word), LANDING_WORDS[word]);
        return hers === LANDING_WORDS[word] ? [] : [[word, hers]];
      }),
    ),
  };
}

/** What of it the server would refuse, by the path of its field. */
export function findBrandErrors(draft: BrandDraft): Readonly<Record<string, string>> {
  const { error } = SETTING_VALUES.brand.safeParse(overrideOf(draft));
  const issues = error?.issues ?? [];
  // The first of a field counts; a line of the postal address belongs to the whole of it.
  return Object.fromEntries(
    issues
      .toReversed()
      .map(({ path, message }) => [
        path.filter((step) => typeof step === 'string').join('.'),
        message,
      ]),
  );
}

function readLike(base: unknown, text: string): Json {
  if (typeof base === 'number') return Number(text);
  if (Array.isArray(base)) return text.split('\n').map((line) => line.trim());
  // Of a sentence the page itself says where a line ends.
  return text.replaceAll(/\s+/g, ' ');
}

function textOf(value: unknown): string {
  return Array.isArray(value) ? value.join('\n') : String(value ?? '');
}

function valueAt(from: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((found, key) => Object(found)[key], from);
}

function put(into: Record<string, Json>, path: string, value: Json): void {
  const [group = '', key] = path.split('.');
  into[group] = key === undefined ? value : { ...Object(into[group]), [key]: value };
}
