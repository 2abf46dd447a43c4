import { jsonKey } from '#renderer/lib/device-storage.ts';

/** A row of the user's list: a track and whether it is enabled. */
export interface TrackPreference {
  readonly id: number;
  readonly enabled: boolean;
}

/** Device key as specified: the whole list, in display order. */
export const trackPreferencesKey = jsonKey<readonly TrackPreference[]>(
  'trackPreferences',
  readPreferenceList,
);

/** Parses the valid part of a stored value; undefined if it is not a list. */
export function readPreferenceList(found: unknown): TrackPreference[] | undefined {
  if (!Array.isArray(found)) return undefined;
  const byId = new Map<number, TrackPreference>();
  for (const item of found) {
    if (isPreference(item) && !byId.has(item.id)) {
      byId.set(item.id, { id: item.id, enabled: item.enabled });
    }
  }
  return [...byId.values()];
}

/**
 * The user's list for the current tracks: keeps the saved order, appends new tracks as enabled and removes deleted
 * ones. While the library is loading, no track counts as deleted.
 */
export function preferencesFor(
  tracks: readonly { readonly id: number }[],
  stored: readonly TrackPreference[] = [],
  { isWhole = true } = {},
): TrackPreference[] {
  const present = new Set(tracks.map(({ id }) => id));
  const known = new Set(stored.map(({ id }) => id));
  return [
    ...stored.filter(({ id }) => !isWhole || present.has(id)),
    ...tracks.filter(({ id }) => !known.has(id)).map(({ id }) => ({ id, enabled: true })),
  ];
}

/** The enabled tracks, in the user's order. */
export function sortByPreferences<T extends { readonly id: number }>(
  tracks: readonly T[],
  stored: readonly TrackPreference[] | undefined,
): T[] {
  const byId = new Map(tracks.map((track) => [track.id, track]));
  return preferencesFor(tracks, stored).flatMap(({ id, enabled }) => {
    const track = byId.get(id);
    return enabled && track ? [track] : [];
  });
}

/**
 * Moves a visible track to the position of another. Tracks hidden by a filter keep their positions: the visible ones
 * exchange positions only among themselves.
 */
export function moveShown(
  list: readonly TrackPreference[],
  shown: ReadonlySet<number>,
  { from, to }: { from: number; to: number },
): TrackPreference[] {
  const visible = list.filter(({ id }) => shown.has(id));
  const [moved] = visible.splice(from, 1);
  if (!moved) return [...list];
  visible.splice(to, 0, moved);
  return list.map((item) => (shown.has(item.id) ? (visible.shift() ?? item) : item));
}

function isPreference(item: unknown): item is TrackPreference {
  return (
    typeof item === 'object' &&
    item !== null &&
    'id' in item &&
    Number.isInteger(item.id) &&
    'enabled' in item &&
    typeof item.enabled === 'boolean'
  );
}
