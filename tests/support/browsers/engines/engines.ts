import type { Engine } from './engine.ts';
import { firefox } from './firefox.ts';
import { webkit } from './webkit.ts';

/** Engines besides Chromium, in which all other tests run. */
export const ENGINES: readonly Engine[] = [webkit, firefox];
