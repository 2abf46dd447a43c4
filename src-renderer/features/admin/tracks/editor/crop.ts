export interface Crop {
  /** Position of the square: 0 is left or top, 1 is right or bottom. */
  readonly x: number;
  readonly y: number;
  /** 1: the largest square that fits. */
  readonly zoom: number;
}

export const MIDDLE: Crop = { x: 0.5, y: 0.5, zoom: 1 };
export const MAX_ZOOM = 4;
/** Pixels; no screen displays a larger cover. */
const MAX_SIDE = 1600;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The crop in pixels of the picture. */
export function squareOf({ width, height }: Size, { x, y, zoom }: Crop) {
  const side = Math.min(width, height) / zoom;
  return { left: (width - side) * x, top: (height - side) * y, side };
}

/** Moves the crop after a drag of the picture by `by`, in fractions of the crop's side. */
export function movedBy(size: Size, crop: Crop, by: { x: number; y: number }): Crop {
  const { side } = squareOf(size, crop);
  const move = (from: number, fraction: number, range: number) =>
    range === 0 ? from : Math.min(1, Math.max(0, from - (fraction * side) / range));
  return {
    ...crop,
    x: move(crop.x, by.x, size.width - side),
    y: move(crop.y, by.y, size.height - side),
  };
}

export function drawCrop(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void {
  const { left, top, side } = squareOf(picture, crop);
  const context = canvas.getContext('2d');
  context?.clearRect(0, 0, canvas.width, canvas.height);
  context?.drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.height);
}

/** The crop as a file of the same type; PNG when the browser cannot encode that type. */
export async function cropToFile(file: File, picture: ImageBitmap, crop: Crop): Promise<File> {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = Math.round(Math.min(MAX_SIDE, squareOf(picture, crop).side));
  drawCrop(canvas, picture, crop);
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, file.type, 0.92);
  });
  if (!blob) throw new Error('This browser could not crop the picture.');
  return new File([blob], file.name, { type: blob.type });
}

/** Undefined when the browser cannot decode it; the server then reports the error. */
export async function readPicture(file: File): Promise<ImageBitmap | undefined> {
  return createImageBitmap(file).catch(() => undefined);
}
