import type { Engine } from './engine.ts';
import { firefox } from './firefox.ts';
import { webkit } from './webkit.ts';

/** Engines besides Chromium; all other browser tests run in Chromium. */
export const ENGINES: readonly Engine[] = [webkit, firefox];
