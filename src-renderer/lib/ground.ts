import type { CSSProperties } from 'react';

const HEX_COLOUR = /^#[0-9a-f]{6}$/i;

/**
 * Style for an element of class `ground`: the cover's own colour, or none, so that `data-stage` sets the stage's
 * colour.
 */
export function groundStyle(ground: string | null): CSSProperties {
  return ground && HEX_COLOUR.test(ground) ? { '--ground-base': ground } : {};
}
