import { jsonKey } from '#renderer/lib/device-storage.ts';

/** A copy on the device, so that hearts are correct before the server answers. */
export const favoritesKey = jsonKey<readonly number[]>('favorites', (value) =>
  Array.isArray(value) && value.every(Number.isInteger) ? value : undefined,
);
