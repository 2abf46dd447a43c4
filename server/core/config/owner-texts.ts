import type { PublicConfig } from '#contract/constants/pages/public-config.ts';
import { MAIL_TEXTS_BY_NAME } from '#contract/constants/texts/mail-texts.ts';
import { TEXT_KEY_PREFIX, TEXTS_BY_NAME } from '#contract/constants/texts/site-texts.ts';
import { textSchema } from '#contract/rows/settings.ts';

/** The owner's texts, as pages get them. */
export type OwnerTexts = Pick<PublicConfig, 'texts' | 'longTexts'>;

interface TextRow {
  readonly key: string;
  readonly value: unknown;
  readonly updated_at: string;
}

/** Reads the owner's texts from the settings; ignores unknown ones and other types. */
export function readOwnerTexts(rows: readonly TextRow[]): OwnerTexts {
  const texts: Record<string, string> = {};
  const newestLongTexts: Record<string, string> = {};
  for (const { key, value, updated_at } of rows) {
    const name = key.slice(TEXT_KEY_PREFIX.length);
    const known = key.startsWith(TEXT_KEY_PREFIX) && TEXTS_BY_NAME.get(name);
    if (!known || typeof value !== 'string') continue;
    texts[name] = value;
    const page = pageOf(name);
    const before = newestLongTexts[page] ?? '';
    if (known.kind === 'page' || TEXTS_BY_NAME.get(`${page}.text`)?.kind === 'page') {
      newestLongTexts[page] = updated_at > before ? updated_at : before;
    }
  }
  return { ...(Object.keys(texts).length > 0 ? { texts, longTexts: newestLongTexts } : {}) };
}

/** The owner's texts of mails, by name; ignores texts that the current template refuses. */
export function readMailTexts(
  rows: ReadonlyMap<string, unknown>,
): Readonly<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const [name, text] of MAIL_TEXTS_BY_NAME) {
    const value = rows.get(TEXT_KEY_PREFIX + name);
    if (typeof value === 'string' && textSchema(text).safeParse(value).success) {
      texts[name] = value;
    }
  }
  return texts;
}

/** Omits the long texts of other pages, to keep documents small. */
export function textsForPage<Config extends OwnerTexts>(config: Config, path: string): Config {
  if (config.texts === undefined) return config;
  const own = Object.entries(config.texts).filter(
    ([name]) => TEXTS_BY_NAME.get(name)?.kind !== 'page' || `/${pageOf(name)}` === path,
  );
  return { ...config, texts: Object.fromEntries(own) };
}

const pageOf = (name: string) => name.split('.')[0] ?? '';
