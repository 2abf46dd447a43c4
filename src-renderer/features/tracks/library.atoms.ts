import { atom } from 'jotai';
import type { CategoryFilter } from './search.ts';

/** Kept between pages until a reload or sign-out. */
export const searchAtom = atom('');
export const categoryAtom = atom<CategoryFilter>('ALL');
