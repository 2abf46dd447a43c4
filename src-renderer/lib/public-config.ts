import { createContext, useContext } from 'react';
import { type Brand, DEFAULT_BRAND } from '#contract/words/brand.ts';
import {
  DEFAULT_ANON_KEY,
  PUBLIC_CONFIG_ELEMENT_ID,
  type PublicConfig,
} from '#contract/words/public-config.ts';

let cached: PublicConfig | undefined;

/** What the server wrote into the document; defaults when the page came from the development server. */
export function publicConfig(): PublicConfig {
  cached ??= { ...defaults(), ...readElement() };
  return cached;
}

/** For the server, before it renders: what it writes into the document afterwards. */
export function providePublicConfig(config: PublicConfig): void {
  cached = config;
}

/** A brand that is not saved yet, for what shows how it would look. */
export const DraftBrand = createContext<Brand | undefined>(undefined);

/** The brand with the owner's changes, which the document was rendered with as well. */
export function useBrand(): Brand {
  return useContext(DraftBrand) ?? publicConfig().brand;
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
    // Written by our own server from the same type.
    return JSON.parse(text) as Partial<PublicConfig>;
  } catch {
    return {};
  }
}
