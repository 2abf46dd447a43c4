import type { AdminArea } from '#contract/constants/admin-roles.ts';
import { ADMIN_TABS } from '../admin-parts.ts';

export interface Place {
  readonly label: string;
  /** The tab that contains it. */
  readonly within: string;
  readonly to: string;
  readonly area: AdminArea;
  readonly words: string;
}

export const PLACES: readonly Place[] = ADMIN_TABS.flatMap(
  ({ label: tab, path, area: tabArea, words: tabWords, parts = [] }) => [
    { label: tab, within: 'Admin', to: path, area: tabArea, words: tabWords },
    ...parts.map(([inAddress, label, area, words]) => ({
      label,
      within: tab,
      to: `${path}?part=${inAddress}`,
      area,
      words,
    })),
  ],
);

/** Matches of the name first, then of the keywords. */
export function findPlaces(text: string): readonly Place[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return PLACES;
  const named = PLACES.filter(({ label }) => label.toLowerCase().includes(wanted));
  const about = PLACES.filter(
    (place) =>
      !named.includes(place) && place.words.split(' ').some((word) => word.startsWith(wanted)),
  );
  return [...named, ...about];
}
