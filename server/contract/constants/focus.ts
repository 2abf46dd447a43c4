/** Two whole percentages of a cover, from left and top, as a CSS position: `50% 40%`. */
export const FOCUS = /^(100|[1-9]?\d)% (100|[1-9]?\d)%$/;

/** Focal point of a cropped cover, both values 0 to 100. */
export interface Focus {
  readonly x: number;
  readonly y: number;
}

/** Undefined if none was chosen; the page then uses its default. */
export function readFocus(text: string | null | undefined): Focus | undefined {
  const [, x, y] = FOCUS.exec(text ?? '') ?? [];
  return x === undefined || y === undefined ? undefined : { x: Number(x), y: Number(y) };
}

/** Rounds and clamps to the picture. */
export function writeFocus({ x, y }: Focus): string {
  return `${percent(x)}% ${percent(y)}%`;
}

const percent = (value: number) => Math.round(Math.min(100, Math.max(0, value)));
