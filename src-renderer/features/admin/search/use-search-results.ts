import { keepPreviousData } from '@tanstack/react-query';
import type { SearchResponse } from '#contract/calls/search.ts';
import { ticketReference } from '#contract/constants/ticket-reference.ts';
import { usePermissions } from '../admin-permissions.ts';
import { useAdminQuery } from '../shared/use-admin-query.ts';
import { findPlaces } from './places.ts';

interface Hit {
  readonly to: string;
  readonly label: string;
  /** Distinguishes results with the same name. */
  readonly about: string;
}

export interface Group {
  readonly name: string;
  /** The noun for one hit. */
  readonly one: string;
  readonly hits: readonly Hit[];
}

export function useSearchResults(typed: string) {
  const may = usePermissions();
  const text = typed.trim();
  const query = useAdminQuery(
    ['search', text],
    ({ call }, { signal }): Promise<SearchResponse> => call('search', { input: { text }, signal }),
    { enabled: text !== '', placeholderData: keepPreviousData },
  );
  const rows = text === '' ? undefined : query.data;
  const parts = findPlaces(text)
    .filter(({ area }) => may(`read ${area}`))
    .map(({ to, label, within }) => ({ to, label, about: within }));
  const groups: Group[] = [
    ...(rows ? groupsOf(rows) : []),
    { name: 'Parts of this area', one: 'part of this area', hits: parts },
  ];
  return {
    groups: groups.filter(({ hits }) => hits.length > 0),
    isPending: text !== '' && (query.isPending || query.isPlaceholderData),
    error: text === '' ? null : query.error,
  };
}

const groupsOf = ({ tracks, people, tickets }: SearchResponse): Group[] => [
  {
    name: 'Tracks',
    one: 'track',
    hits: tracks.map(({ id, title, enabled }) => ({
      to: `/admin/content?track=${id}`,
      label: title,
      about: enabled ? 'active' : 'disabled',
    })),
  },
  {
    name: 'People',
    one: 'person',
    hits: people.map(({ id, email, name }) => ({
      to: `/admin/users?person=${id}`,
      label: email,
      about: name,
    })),
  },
  {
    name: 'Tickets',
    one: 'ticket',
    hits: tickets.map(({ id, subject, status, email }) => ({
      to: `/admin/users?part=tickets&ticket=${id}`,
      label: subject,
      about: `${ticketReference(id)} · ${status} · ${email}`,
    })),
  },
];
