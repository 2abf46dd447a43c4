import { z } from 'zod';
import { type Brand, DEFAULT_BRAND, type LandingText } from '#contract/constants/pages/brand.ts';
import { LANDING_DEFAULTS } from '#contract/constants/texts/landing-defaults.ts';
import { SETTING_VALUES, type Setting } from '#contract/rows/settings.ts';

type Json = Setting['value'];

/** The texts and numbers of the brand by path (`social/tiktok`), as form values. */
export type BrandDraft = Readonly<Record<string, string>>;

export const BRAND_FIELDS: readonly {
  title: string;
  note?: string;
  fields: readonly [string, string][];
}[] = [
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
      ['email', 'Email address'],
      ['advertisingEmail', 'Address for advertising'],
      ['phone', 'Telephone'],
      ['address', 'Postal address'],
    ],
  },
  {
    title: 'Social and stores',
    fields: [
      ['social/tiktok', 'TikTok'],
      ['social/instagram', 'Instagram'],
      ['social/facebook', 'Facebook'],
      ['social/youtube', 'YouTube'],
      ['social/threads', 'Threads'],
      ['stores/googlePlay', 'Google Play'],
      ['stores/appStore', 'App Store'],
    ],
  },
  {
    title: 'Price',
    note: 'Shown where premium is offered. Nothing is sold here: you give access under Subscriptions or with codes.',
    fields: [
      ['price/oneTime', 'One-time price'],
      ['price/currency', 'Currency'],
      ['trialDays', 'Days of the trial'],
    ],
  },
];

/** The texts of the landing page, top to bottom. */
export const LANDING_FIELDS: readonly (readonly [LandingText, string])[] = [
  ['heroTitle', 'Headline'],
  ['heroText', 'Sentence under the headline'],
  ['verse', 'Verse'],
  ['verseSource', 'Verse reference'],
  ['featuresTitle', 'Heading of the features'],
  ['featuresText', 'Sentence about the features'],
  ['faithTitle', 'Heading about faith'],
  ['faithText', 'Paragraph about faith'],
  ['creatorStory', 'Story of the creator'],
  ['creatorName', 'Attribution'],
];

export const landingPath = (name: LandingText) => `landing/${name}`;

export const BRAND_LABELS: BrandDraft = Object.fromEntries([
  ...BRAND_FIELDS.flatMap(({ fields }) => fields),
  ...LANDING_FIELDS.map(([name, label]) => [landingPath(name), label]),
]);

const PATHS = Object.keys(BRAND_LABELS);
const BUILT_IN = { ...DEFAULT_BRAND, landing: LANDING_DEFAULTS };

/** The built-in brand merged with the owner's changes. */
export function draftOf(override: unknown): BrandDraft {
  return Object.fromEntries(
    PATHS.map((path) => [path, textOf(valueAt(override, path) ?? valueAt(BUILT_IN, path))]),
  );
}

/** Returns only the differences, so that later changes of built-in values still apply. */
export function overrideOf(draft: BrandDraft): Record<string, Json> {
  const override: Record<string, Json> = {};
  for (const path of PATHS) {
    const base = valueAt(BUILT_IN, path);
    const text = (draft[path] ?? '').trim();
    if (text === '' || text === textOf(base)) continue;
    setValueAt(override, path, parseLike(base, text));
  }
  return override;
}

/** The brand for the preview of the landing page; does not validate the draft. */
export function brandOnLanding(draft: BrandDraft): Brand {
  const textAt = (path: string, fallback: string) => (draft[path] ?? '').trim() || fallback;
  const { name, stores } = DEFAULT_BRAND;
  return {
    ...DEFAULT_BRAND,
    name: textAt('name', name),
    stores: {
      googlePlay: textAt('stores/googlePlay', stores.googlePlay),
      appStore: textAt('stores/appStore', stores.appStore),
    },
    landing: Object.fromEntries(
      LANDING_FIELDS.flatMap(([name]) => {
        const text = textAt(landingPath(name), LANDING_DEFAULTS[name]);
        return text === LANDING_DEFAULTS[name] ? [] : [[name, text]];
      }),
    ),
  };
}

export const brandFormSchema = z
  .record(z.string(), z.string())
  .superRefine((draft, { addIssue }) => {
    const { error } = SETTING_VALUES.brand.safeParse(overrideOf(draft));
    for (const { path, message } of error?.issues ?? []) {
      // An error in a line of the postal address belongs to the whole address.
      const field = path.filter((step) => typeof step === 'string').join('/');
      addIssue({ code: 'custom', path: [field], message });
    }
  });

function parseLike(base: unknown, text: string): Json {
  // Accepts a comma as the decimal separator.
  if (typeof base === 'number') return Number(text.replace(',', '.'));
  if (Array.isArray(base)) return text.split('\n').map((line) => line.trim());
  // The page wraps the text, so line breaks become spaces.
  return text.replaceAll(/\s+/g, ' ');
}

function textOf(value: unknown): string {
  return Array.isArray(value) ? value.join('\n') : String(value ?? '');
}

function valueAt(from: unknown, path: string): unknown {
  return path.split('/').reduce<unknown>((found, key) => Object(found)[key], from);
}

function setValueAt(into: Record<string, Json>, path: string, value: Json): void {
  const [group = '', key] = path.split('/');
  into[group] = key === undefined ? value : { ...Object(into[group]), [key]: value };
}
