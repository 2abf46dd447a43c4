import type { Brand } from '#contract/words/brand.ts';
import { LANDING_WORDS } from '#contract/words/landing-words.ts';

/**
 * The built-in brand with the owner's changes over it. Only members the brand has, of the kind it
 * has: a wrong value in the settings must not reach a page.
 */
export function overrideBrand(brand: Brand, override: unknown): Brand {
  // The shape is that of `brand` by construction.
  const merged = merge(brand, override) as Brand;
  const landing = ownWords(isRecord(override) ? override['landing'] : undefined);
  return Object.keys(landing).length > 0 ? { ...merged, landing } : merged;
}

/** Of the landing page only what is not the house's anyway: every document carries it. */
function ownWords(landing: unknown): NonNullable<Brand['landing']> {
  const said = isRecord(landing) ? landing : {};
  return Object.fromEntries(
    Object.entries(LANDING_WORDS).flatMap(([word, house]) => {
      const hers = said[word];
      return typeof hers === 'string' && hers !== '' && hers !== house ? [[word, hers]] : [];
    }),
  );
}

function merge(base: unknown, override: unknown): unknown {
  if (Array.isArray(base)) {
    const isText = Array.isArray(override) && override.every((item) => typeof item === 'string');
    return isText ? override : base;
  }
  if (isRecord(base)) {
    const changes = isRecord(override) ? override : {};
    const entries = Object.entries(base).map(([key, value]) => [key, merge(value, changes[key])]);
    return Object.fromEntries(entries);
  }
  const isSameKind = typeof override === typeof base && override !== '';
  return isSameKind ? override : base;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
