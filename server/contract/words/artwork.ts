import { API_PATHS } from './paths.ts';
import { isStoredAddress } from './stored-names.ts';

/** Pixels of each side, for lock screens, watches and cars, which take no SVG and want to know the size. */
export const ARTWORK_SIZES = [96, 192, 384, 512] as const;
export type ArtworkSize = (typeof ARTWORK_SIZES)[number];

const IMAGES = `${API_PATHS.publicObject}/images/`;

/** `calm-0123456789abcdef.svg` → `artwork/512/calm-0123456789abcdef.png`. */
export function artworkName(imageName: string, size: ArtworkSize): string {
  return `artwork/${size}/${imageName.replace(/\.\w+$/, '')}.png`;
}

/** Everything that is made of a cover, and goes with it; always in this order. */
export function madeOfCover(imageName: string): string[] {
  const layers = layersName(imageName);
  return [
    nightName(imageName),
    layers,
    nightName(layers),
    ...ARTWORK_SIZES.map((size) => artworkName(imageName, size)),
  ];
}

/** A drawing with its sky, its light and its land side by side; a photograph has no such file. */
export function layersName(imageName: string): string {
  return `layers/${imageName}`;
}

/**
 * The same cover by night: `night/calm-0123456789abcdef.svg` for a drawing, and WebP for a photograph,
 * whatever it was.
 */
export function nightName(imageName: string): string {
  const drawn = imageName.endsWith('.svg');
  return `night/${imageName.replace(/\.\w+$/, '')}.${drawn ? 'svg' : 'webp'}`;
}

/** The address of a cover by night; undefined for what is no cover of this server. */
export function nightPath(imageUrl: string): string | undefined {
  if (!isStoredAddress('images', imageUrl)) return undefined;
  return IMAGES + nightName(imageUrl.slice(IMAGES.length));
}

/** The address of a cover taken apart; undefined for what is no drawing of this server. */
export function layersPath(imageUrl: string): string | undefined {
  if (!isStoredAddress('images', imageUrl) || !imageUrl.endsWith('.svg')) return undefined;
  return IMAGES + layersName(imageUrl.slice(IMAGES.length));
}

/** The address of a cover as a square PNG; undefined for what is no cover of this server. */
export function artworkPath(imageUrl: string, size: ArtworkSize): string | undefined {
  if (!isStoredAddress('images', imageUrl)) return undefined;
  return IMAGES + artworkName(imageUrl.slice(IMAGES.length), size);
}
