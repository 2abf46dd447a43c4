import { API_PATHS } from '../pages/paths.ts';
import { isStoredAddress } from '../stored-names.ts';

/** Sides in pixels, for lock screens, watches and cars, which need a sized raster image. */
export const ARTWORK_SIZES = [96, 192, 384, 512] as const;
export type ArtworkSize = (typeof ARTWORK_SIZES)[number];

const IMAGES = `${API_PATHS.publicObject}/images/`;

/** `calm-0123456789abcdef.svg` → `artwork/512/calm-0123456789abcdef.png`. */
export function artworkName(imageName: string, size: ArtworkSize): string {
  return `artwork/${size}/${imageName.replace(/\.\w+$/, '')}.png`;
}

/** All files derived from a cover, deleted with it; in stable order. */
export function filesDerivedFrom(imageName: string): string[] {
  const layers = layersName(imageName);
  return [
    nightName(imageName),
    layers,
    nightName(layers),
    ...ARTWORK_SIZES.map((size) => artworkName(imageName, size)),
  ];
}

/** A drawing's layers (sky, light, land) side by side; photographs have none. */
export function layersName(imageName: string): string {
  return `layers/${imageName}`;
}

/** Night version of a cover: `night/calm-0123456789abcdef.svg` for a drawing, WebP for a photograph. */
export function nightName(imageName: string): string {
  const drawn = imageName.endsWith('.svg');
  return `night/${imageName.replace(/\.\w+$/, '')}.${drawn ? 'svg' : 'webp'}`;
}

/** Address of a cover's night version; undefined for other pictures. */
export function nightPath(imageUrl: string): string | undefined {
  if (!isStoredAddress('images', imageUrl)) return undefined;
  return IMAGES + nightName(imageUrl.slice(IMAGES.length));
}

/** Address of a drawn cover's layers; undefined for other pictures. */
export function layersPath(imageUrl: string): string | undefined {
  if (!isStoredAddress('images', imageUrl) || !imageUrl.endsWith('.svg')) return undefined;
  return IMAGES + layersName(imageUrl.slice(IMAGES.length));
}

/** Address of a cover as a square PNG; undefined for other pictures. */
export function artworkPath(imageUrl: string, size: ArtworkSize): string | undefined {
  if (!isStoredAddress('images', imageUrl)) return undefined;
  return IMAGES + artworkName(imageUrl.slice(IMAGES.length), size);
}
