import type { Brand } from '#contract/constants/pages/brand.ts';
import { PUBLIC_CONFIG_ELEMENT_ID } from '#contract/constants/pages/public-config.ts';
import {
  fillText,
  readSections,
  type TextSection,
} from '#contract/constants/texts/read-sections.ts';
import { formatPrice } from './format.ts';
import { publicConfig, useBrand } from './public-config.ts';

const CONFIG_IN_DOCUMENT = new RegExp(`id="${PUBLIC_CONFIG_ELEMENT_ID}">([^<]*)<`);
/** Undefined for a built-in text. */
const loaded = new Map<string, string | undefined>();

const valuesOf = (brand: Brand): Readonly<Record<string, string>> => ({
  name: brand.name,
  company: brand.company,
  address: brand.address.join(', '),
  email: brand.email,
  phone: brand.phone,
  price: formatPrice(brand.price),
  trialDays: String(brand.trialDays),
});

/** The owner's text, or the built-in one. */
export function useSiteText(name: string, builtIn: string): string {
  const text = publicConfig().texts?.[name] ?? loaded.get(name) ?? builtIn;
  return fillText(text, valuesOf(useBrand()));
}

/** The entries of a list. */
export function useTextList(name: string, builtIn: string): readonly TextSection[] {
  return readSections(useSiteText(name, builtIn));
}

/** Whether the owner has removed all entries of a list. */
export function isEmptied(name: string): boolean {
  const text = publicConfig().texts?.[name];
  return text !== undefined && readSections(text).length === 0;
}

/** Whether the owner has replaced the text. */
export const isOwners = (name: string): boolean => publicConfig().texts?.[name] !== undefined;

/**
 * Loads the owner's long text before a client-side navigation to its page. Only that page's own
 * document contains it.
 */
export async function loadLongText(path: string): Promise<void> {
  // The server renders with all texts of the page.
  if (typeof document === 'undefined') return;
  const { longTexts = {}, texts = {} } = publicConfig();
  const page = path.slice(1);
  const name = `${page}.text`;
  if (longTexts[page] === undefined || texts[name] !== undefined || loaded.has(name)) return;
  const html = await (await fetch(path)).text();
  // Not DOMParser, which the content security policy refuses. The JSON has no "<".
  const [, json] = CONFIG_IN_DOCUMENT.exec(html) ?? [];
  if (json === undefined) throw new Error(`The text of ${path} could not be loaded.`);
  const text: unknown = JSON.parse(json).texts?.[name];
  // The owner may have changed only the version or the summary.
  loaded.set(name, typeof text === 'string' ? text : undefined);
}
