import { SETTING_VALUES, type Setting } from '#contract/rows/settings.ts';
import { DEFAULT_BRAND } from '#contract/words/brand.ts';

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

const PATHS = BRAND_FIELDS.flatMap(({ fields }) => fields.map(([path]) => path));

/** What pages show: the built-in brand with the owner's changes over it. */
export function draftOf(override: unknown): BrandDraft {
  return Object.fromEntries(
    PATHS.map((path) => [path, textOf(valueAt(override, path) ?? valueAt(DEFAULT_BRAND, path))]),
  );
}

/** Only what differs, so that a later change of a built-in value is not hidden by an old copy of it. */
export function overrideOf(draft: BrandDraft): Record<string, Json> {
  const override: Record<string, Json> = {};
  for (const path of PATHS) {
    const base = valueAt(DEFAULT_BRAND, path);
    const text = (draft[path] ?? '').trim();
    if (text === '' || text === textOf(base)) continue;
    put(override, path, readLike(base, text));
  }
  return override;
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
  return Array.isArray(base) ? text.split('\n').map((line) => line.trim()) : text;
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
