import { layersPath } from './artwork.ts';

/** Position and size as shares of the square picture. */
export interface CoverLight {
  readonly x: number;
  readonly radius: number;
  /** Distance of its centre from the upper edge when a track begins and ends, as a share. */
  readonly from: number;
  readonly to: number;
}

/** A morning light rises to its position on the cover; an evening light sets from there. */
const LIGHTS: Readonly<Record<string, readonly [number, number, number, number]>> = {
  'morning-prayer-meditation': [0.5, 64 / 600, 0.63, 0.51],
  'peaceful-birth-affirmations': [0.54, 78 / 600, 0.675, 0.43],
  'evening-scripture-meditation': [0.38, 58 / 600, 0.555, 0.7],
  'pregnancy-psalms': [0.62, 66 / 600, 0.61, 0.43],
  'labor-preparation-prayer': [0.5, 48 / 600, 0.62, 0.47],
  'healing-scripture-meditation': [0.5, 62 / 600, 0.66, 0.4],
  'mothers-blessing-meditation': [0.5, 104 / 600, 0.77, 0.45],
  'peaceful-sleep-scripture': [0.64, 48 / 600, 0.36, 0.7],
  'faith-building-meditation': [0.34, 46 / 600, 0.5, 0.36],
  'gratitude-prayer': [0.5, 82 / 600, 0.46, 0.735],
  'new-britain': [0.5, 88 / 600, 0.63, 0.5],
};

/** For a cover without a light: a sun that sets at the lower edge. */
export const PLAIN_LIGHT: CoverLight = { x: 0.5, radius: 0.06, from: 0.74, to: 1 };

/** The light of a drawn cover; undefined for other pictures. */
export function coverLight(imageUrl: string): CoverLight | undefined {
  if (!layersPath(imageUrl)) return undefined;
  const slug = /([a-z-]+)-[0-9a-f]{16}\.svg$/.exec(imageUrl)?.[1];
  const light = slug === undefined ? undefined : LIGHTS[slug];
  if (!light) return undefined;
  const [x, radius, from, to] = light;
  return { x, radius, from, to };
}
