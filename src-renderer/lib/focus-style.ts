import type { CSSProperties } from 'react';
import { readFocus } from '#contract/constants/focus.ts';

/** Focal point for cropped covers; undefined uses the default of the style sheet. */
export function focusStyle(focus: string | null): CSSProperties {
  const place = readFocus(focus);
  return place ? { '--focus-x': place.x / 100, '--focus-y': place.y / 100 } : {};
}
