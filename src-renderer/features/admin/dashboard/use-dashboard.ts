import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { DASHBOARD_PERIODS, Dashboard } from '#contract/admin-dashboard.ts';
import { API_PATHS } from '#contract/paths.ts';
import { useAdminBackend } from '../admin-session.ts';
import { useAdminChanges } from '../shared/use-admin-changes.ts';

export type Period = (typeof DASHBOARD_PERIODS)[number];

/** What is not in the change log (plays of guests, the disk, mails) is asked for again after this. */
const REFRESH_MS = 30_000;
const WATCHED = [
  'audio_content',
  'deletion_requests',
  'favorites',
  'playback_positions',
  // One with every new account.
  'profiles',
  'support_tickets',
];

export function useDashboard(days: Period): UseQueryResult<Dashboard> {
  const { fetch } = useAdminBackend();
  useAdminChanges(WATCHED, ['dashboard']);
  return useQuery({
    queryKey: ['admin', 'dashboard', days],
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    queryFn: async ({ signal }): Promise<Dashboard> => {
      const answer = await fetch(`${API_PATHS.admin}/dashboard?days=${days}`, { signal });
      if (!answer.ok) throw new Error(`The server answered ${answer.status}.`);
      // Written by our own server from this type.
      return (await answer.json()) as Dashboard;
    },
  });
}
