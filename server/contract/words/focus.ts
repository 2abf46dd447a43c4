/** Two whole percentages of a cover, from its left and from its upper edge, as CSS takes a place: `50% 40%`. */
export const FOCUS = /^(100|[1-9]?\d)% (100|[1-9]?\d)%$/;

/** The place in a cover that stays in sight where the cover is shown in another shape; 0 to 100, both of them. */
export interface Focus {
  readonly x: number;
  readonly y: number;
}

/** Undefined where no place was chosen: the page then has one of its own. */
export function readFocus(text: string | null | undefined): Focus | undefined {
  const [, x, y] = FOCUS.exec(text ?? '') ?? [];
  return x === undefined || y === undefined ? undefined : { x: Number(x), y: Number(y) };
}

/** Rounded, and kept within the picture. */
export function writeFocus({ x, y }: Focus): string {
  return `${percent(x)}% ${percent(y)}%`;
}

const percent = (value: number) => Math.round(Math.min(100, Math.max(0, value)));
