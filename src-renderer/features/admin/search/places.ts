import type { AdminArea } from '#contract/constants/admin-roles.ts';
import { ADMIN_TABS } from '../admin-tabs.ts';

export interface Place {
  readonly label: string;
  /** The tab that contains it. */
  readonly within: string;
  readonly to: string;
  readonly area: AdminArea;
  readonly keywords: string;
}

export const PLACES: readonly Place[] = ADMIN_TABS.flatMap(
  ({ label: within, path, area: tabArea, keywords: tabKeywords, parts = [] }) => [
    { label: within, within: 'Admin', to: path, area: tabArea, keywords: tabKeywords },
    ...parts.flatMap(([name, label, keywords, area = tabArea]) =>
      keywords === '' ? [] : [{ label, within, to: `${path}?part=${name}`, area, keywords }],
    ),
  ],
);

/** Places whose label matches come first, then those with a matching keyword. */
export function findPlaces(text: string): readonly Place[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return PLACES;
  const byLabel = PLACES.filter(({ label }) => label.toLowerCase().includes(wanted));
  const byKeyword = PLACES.filter(
    (place) =>
      !byLabel.includes(place) && place.keywords.split(' ').some((one) => one.startsWith(wanted)),
  );
  return [...byLabel, ...byKeyword];
}
