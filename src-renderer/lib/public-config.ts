import { createContext, useContext } from 'react';
import { type Brand, DEFAULT_BRAND } from '#contract/constants/pages/brand.ts';
import {
  DEFAULT_ANON_KEY,
  PUBLIC_CONFIG_ELEMENT_ID,
  type PublicConfig,
} from '#contract/constants/pages/public-config.ts';

let cached: PublicConfig | undefined;

/** Configuration that the server wrote into the document; defaults on the development server. */
export function publicConfig(): PublicConfig {
  cached ??= { ...defaults(), ...readElement() };
  return cached;
}

/** Sets the configuration for server rendering. */
export function providePublicConfig(config: PublicConfig): void {
  cached = config;
}

/** An unsaved brand, for previews. */
export const DraftBrand = createContext<Brand | undefined>(undefined);

/** The brand with the owner's changes, as in the rendered document. */
export function useBrand(): Brand {
  return useContext(DraftBrand) ?? publicConfig().brand;
}

/** An address that the owner has set; undefined for the built-in examples, which are no real addresses. */
export function ownersLink(
  brand: Brand,
  group: 'social' | 'stores',
  name: keyof Brand['social'] | keyof Brand['stores'],
): string | undefined {
  const links: Readonly<Record<string, string>> = brand[group];
  const examples: Readonly<Record<string, string>> = DEFAULT_BRAND[group];
  return links[name] === examples[name] ? undefined : links[name];
}

function defaults(): PublicConfig {
  return {
    anonKey: DEFAULT_ANON_KEY,
    siteUrl: window.location.origin,
    magicLink: false,
    premiumGate: false,
    passwordLength: 8,
    brand: DEFAULT_BRAND,
  };
}

function readElement(): Partial<PublicConfig> {
  const text = document.getElementById(PUBLIC_CONFIG_ELEMENT_ID)?.textContent;
  if (!text) return {};
  try {
    // Our own server serialised it from the same type.
    return JSON.parse(text) as Partial<PublicConfig>;
  } catch {
    return {};
  }
}
