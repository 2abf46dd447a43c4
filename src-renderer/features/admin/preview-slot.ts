import { type ComponentType, createContext } from 'react';
import type { Brand, LandingWord } from '#contract/words/brand.ts';
import type { LazyPart } from '#renderer/components/lazy-part.tsx';
import type { Theme } from '#renderer/lib/theme.ts';

/** What a page for mothers draws of a track. */
export interface PreviewedTrack {
  readonly id: number;
  readonly title: string;
  readonly description: string | null;
  readonly audio_url: string;
  /** Whole seconds. */
  readonly duration: number;
  readonly image_url: string | null;
  readonly focus: string | null;
  readonly category: string;
  readonly ground: string | null;
}

export interface PreviewedLanding {
  /** As it would be saved. */
  readonly brand: Brand;
  readonly theme: Theme;
  readonly form: 'phone' | 'wide';
  /** The one that is written just now. */
  readonly word: LandingWord;
}

export interface Previews {
  readonly Track: ComponentType<{ track: PreviewedTrack; theme: Theme }>;
  /** Fetched for the one form that shows it. */
  readonly landing: LazyPart<PreviewedLanding>;
}

/** What a mother sees: other features draw it, and the app puts it in here. */
export const PreviewSlot = createContext<Previews | undefined>(undefined);
