import { jsonKey } from '#renderer/lib/device-storage.ts';

/** The device's copy of what the server knows, so that hearts are right before it answers. */
export const favoritesKey = jsonKey<readonly number[]>('favorites', (value) =>
  Array.isArray(value) && value.every(Number.isInteger) ? value : undefined,
);
