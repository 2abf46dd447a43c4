/** More than any glow around the light. */
const ALL_AROUND = '-100vmax';

/**
 * Where the drawn land of a page begins, below the middle of its light, from the upper edge of the window. The land
 * fades with its page, and the light that travels lies over that page: it has to be cut off there.
 */
export function horizonBelow(light: Element): number | undefined {
  const land = light.closest('.scene')?.querySelector<SVGGeometryElement>('.hills path');
  const toLand = land?.getScreenCTM()?.inverse();
  if (!land || !toLand) return undefined;
  const { left, right, top, bottom } = light.getBoundingClientRect();
  for (let y = Math.ceil(top); y < bottom; y += 1) {
    if (land.isPointInFill(new DOMPoint((left + right) / 2, y).matrixTransform(toLand))) return y;
  }
  return undefined;
}

/** On its way from one place to another the light is seen above the horizon alone: it comes up, or sets. */
export function stayAbove(
  horizon: number,
  [from, to]: readonly [DOMRect, DOMRect],
  timing: KeyframeAnimationOptions,
): void {
  const above = ({ bottom }: DOMRect) =>
    `inset(${ALL_AROUND} ${ALL_AROUND} ${bottom - horizon}px ${ALL_AROUND})`;
  document.documentElement.animate(
    { clipPath: [above(from), above(to)] },
    { ...timing, pseudoElement: '::view-transition-image-pair(light)' },
  );
}

let carried: Element | undefined;

/**
 * In a player the light lies between a sky and a land. The picture of the page keeps both; what hides a part of the
 * light once it stands there, or until it leaves, is the same land once more, and comes over it.
 */
export function landBefore(light: Element): Element | null {
  const land = light.parentElement?.querySelector('.p-layer.land');
  if (!land) return null;
  const copy = document.importNode(land);
  copy.classList.add('carried');
  land.after(copy);
  carried = copy;
  return copy;
}

export function takeLandAway(): void {
  carried?.remove();
  carried = undefined;
}
