import { jsonKey } from '#renderer/lib/device-storage.ts';

/** One row of her own list: which track, and whether she wants to hear it. */
export interface TrackPreference {
  readonly id: number;
  readonly enabled: boolean;
}

/** The device key of the specification: the whole list, in the order it is shown. */
export const trackPreferencesKey = jsonKey<readonly TrackPreference[]>(
  'trackPreferences',
  readPreferenceList,
);

/** What can be used of what was found; undefined when it is no list at all. */
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
 * Her list for the tracks there are now: hers in her order, new ones at the end and switched on,
 * ones that are gone left out. While some are on their way, none is gone.
 */
export function preferencesFor(
  tracks: readonly { readonly id: number }[],
  kept: readonly TrackPreference[] = [],
  { isWhole = true } = {},
): TrackPreference[] {
  const present = new Set(tracks.map(({ id }) => id));
  const known = new Set(kept.map(({ id }) => id));
  return [
    ...kept.filter(({ id }) => !isWhole || present.has(id)),
    ...tracks.filter(({ id }) => !known.has(id)).map(({ id }) => ({ id, enabled: true })),
  ];
}

/** Those she wants to hear, in her order. */
export function inHerOrder<T extends { readonly id: number }>(
  tracks: readonly T[],
  kept: readonly TrackPreference[] | undefined,
): T[] {
  const byId = new Map(tracks.map((track) => [track.id, track]));
  return preferencesFor(tracks, kept).flatMap(({ id, enabled }) => {
    const track = byId.get(id);
    return enabled && track ? [track] : [];
  });
}

/**
 * Moves one of the shown tracks to another's place. The tracks that a filter hides keep theirs:
 * only the shown ones are dealt anew among the places they already have.
 */
export function moveShown(
  list: readonly TrackPreference[],
  shown: ReadonlySet<number>,
  { from, to }: { from: number; to: number },
): TrackPreference[] {
  const dealt = list.filter(({ id }) => shown.has(id));
  const [moved] = dealt.splice(from, 1);
  if (!moved) return [...list];
  dealt.splice(to, 0, moved);
  return list.map((item) => (shown.has(item.id) ? (dealt.shift() ?? item) : item));
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
