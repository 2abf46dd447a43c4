import type { CSSProperties } from 'react';

const HEX_COLOUR = /^#[0-9a-f]{6}$/i;

/**
 * Style for an element of class `ground`: the cover's own colour, or nothing, and then
 * `data-stage` gives the colour of its stage.
 */
export function groundStyle(ground: string | null): CSSProperties {
  // A custom property is not among the properties React's types know.
  return ground && HEX_COLOUR.test(ground) ? { '--ground-base': ground } : {};
}
