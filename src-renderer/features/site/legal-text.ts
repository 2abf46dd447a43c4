import type { ReactNode } from 'react';
import type { Brand } from '#contract/words/brand.ts';

/** One part of a legal text; `id` is its anchor, so it may be linked to and is not renamed. */
export interface LegalSection {
  id: string;
  heading: string;
  body: ReactNode;
}

/** A whole document; the owner's name and address are filled in when it is shown. */
export interface LegalText {
  title: string;
  /** ISO date of the last change of meaning. */
  updated: string;
  summary: string;
  sections: (brand: Brand) => readonly LegalSection[];
}
