import { useEffect } from 'react';
import { Changes } from '#renderer/data/changes.tsx';
import { AuthCallback } from '#renderer/features/auth/auth-callback.tsx';
import { FavoritesMirror } from '#renderer/features/favorites/favorites-mirror.tsx';
import { PositionsSync } from '#renderer/features/listening/engine/positions-sync.tsx';
import { LibraryForQueue } from '#renderer/features/listening/queue/library-for-queue.tsx';
import { DailyReminder } from '#renderer/features/notifications/daily-reminder.tsx';
import { prefetchWhenIdle } from './prefetch-when-idle.ts';

/** Background services of every screen of the application. */
export function Services() {
  useEffect(prefetchWhenIdle, []);
  return (
    <>
      <AuthCallback />
      <Changes />
      <FavoritesMirror />
      <LibraryForQueue />
      <PositionsSync />
      <DailyReminder />
    </>
  );
}
