import type { Brand } from '#contract/constants/pages/brand.ts';
import { LANDING_DEFAULTS } from '#contract/constants/texts/landing-defaults.ts';

/**
 * Applies the owner's changes to the built-in brand. Ignores unknown members and wrong types, so that no bad
 * setting reaches a page.
 */
export function overrideBrand(brand: Brand, override: unknown): Brand {
  // `merge` preserves the shape of `brand`.
  const merged = merge(brand, override) as Brand;
  const landing = changedLandingTexts(isRecord(override) ? override['landing'] : undefined);
  return Object.keys(landing).length > 0 ? { ...merged, landing } : merged;
}

/** Keeps only landing texts that differ from the defaults, because every document includes them. */
function changedLandingTexts(landing: unknown): NonNullable<Brand['landing']> {
  const texts = isRecord(landing) ? landing : {};
  return Object.fromEntries(
    Object.entries(LANDING_DEFAULTS).flatMap(([name, builtIn]) => {
      const own = texts[name];
      return typeof own === 'string' && own !== '' && own !== builtIn ? [[name, own]] : [];
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
