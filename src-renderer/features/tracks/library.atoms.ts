import { atom } from 'jotai';
import type { CategoryFilter } from './search.ts';

/** Kept while she goes to a track and comes back; gone with the page, as with the person. */
export const wordsAtom = atom('');
export const categoryAtom = atom<CategoryFilter>('ALL');
