import type { CSSProperties } from 'react';
import { readFocus } from '#contract/words/focus.ts';

/** Where the cover inside it stands when it is cut to another shape; nothing, and the sheet has a place of its own. */
export function focusStyle(focus: string | null): CSSProperties {
  const place = readFocus(focus);
  return place ? { '--focus-x': place.x / 100, '--focus-y': place.y / 100 } : {};
}
