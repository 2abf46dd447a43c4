import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { DASHBOARD_PERIODS, Dashboard } from '#contract/calls/dashboard.ts';
import { useAdminBackend } from '../admin-session.ts';
import { useAdminChanges } from '../shared/use-admin-changes.ts';

export type Period = (typeof DASHBOARD_PERIODS)[number];

/** What is not in the change log (plays, the disk, mails) is asked for again after this. */
const REFRESH_MS = 15_000;
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
  const { call } = useAdminBackend();
  useAdminChanges(WATCHED, ['dashboard']);
  return useQuery({
    queryKey: ['admin', 'dashboard', days],
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    queryFn: ({ signal }): Promise<Dashboard> => call('getDashboard', { input: { days }, signal }),
  });
}
