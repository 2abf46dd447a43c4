import { type ComponentType, createContext } from 'react';
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

export type Preview = ComponentType<{ track: PreviewedTrack; theme: Theme }>;

/** How a track looks to a mother: another feature draws it, and the app puts it in here. */
export const PreviewSlot = createContext<Preview | undefined>(undefined);
