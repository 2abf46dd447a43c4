import { type ComponentType, createContext } from 'react';
import type { Brand, LandingText } from '#contract/constants/pages/brand.ts';
import type { AudioContent } from '#contract/rows/audio-content.ts';
import type { LazyComponent } from '#renderer/components/lazy-component.tsx';
import type { PlayableTrack } from '#renderer/data/playback.ts';
import type { Theme } from '#renderer/lib/theme.ts';

/** The fields of a track that the public preview needs. */
export type PreviewedTrack = PlayableTrack & Pick<AudioContent, 'description' | 'focus'>;

interface PreviewedLanding {
  /** The unsaved brand. */
  readonly brand: Brand;
  /** The name of the text being edited. */
  readonly word: LandingText;
}

export interface Previews {
  readonly Track: ComponentType<{ track: PreviewedTrack; theme: Theme }>;
  /** Lazy, because only the form for landing texts shows it. */
  readonly Landing: LazyComponent<PreviewedLanding>;
}

/** Previews of public pages. Other features implement them, and the app provides them here. */
export const PreviewSlot = createContext<Previews | undefined>(undefined);
