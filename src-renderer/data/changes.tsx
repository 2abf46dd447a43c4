import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { followChanges } from '#renderer/lib/changes/change-events.ts';
import { backend } from '#renderer/lib/requests/backend.ts';
import { invalidateAll, refetchFailed } from '#renderer/lib/requests/invalidate-all.ts';
import { useUser } from '#renderer/lib/session.ts';
import { LIBRARY_KEYS } from './audio-content.ts';

/** The first part of the keys of the queries that depend on each table. */
const QUERY_KEYS: Readonly<Record<string, readonly string[]>> = {
  audio_content: LIBRARY_KEYS,
  favorites: ['favorites'],
  notifications: ['notifications'],
  playback_positions: ['playback_positions'],
  // A profile's stage and its 'Pause everything' decide which notifications the user gets.
  profiles: ['profile', 'preferences', 'notifications'],
  subscriptions: ['subscription'],
  support_tickets: ['support_tickets'],
};

/** Refetches what has changed on the server. */
export function Changes() {
  const queryClient = useQueryClient();
  const user = useUser();
  const isKnown = user !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another user has another token
  useEffect(() => {
    if (!isKnown) return;
    return followChanges({
      // Guests can read no other table.
      tables: user ? Object.keys(QUERY_KEYS) : ['audio_content'],
      fetch: backend().fetch,
      // Includes queries of the admin area, which are not retried while the server is unreachable.
      onConnect: () => refetchFailed(queryClient),
      onChange(table) {
        const all = new Set(Object.values(QUERY_KEYS).flat());
        for (const key of table === undefined ? all : (QUERY_KEYS[table] ?? [])) {
          invalidateAll(queryClient, [key]);
        }
      },
    });
  }, [queryClient, isKnown, user?.id]);
  return null;
}
