import { useState } from 'react';
import { AuthCallback } from '#renderer/features/auth/auth-callback.tsx';
import { FavoritesMirror } from '#renderer/features/favorites/favorites-mirror.tsx';
import { LibraryForQueue } from '#renderer/features/listening/library-for-queue.tsx';
import { PositionsSync } from '#renderer/features/listening/positions-sync.tsx';
import { startPlayer } from '#renderer/features/listening/start-player.ts';
import { DailyReminder } from '#renderer/features/notifications/daily-reminder.tsx';

/** What goes on behind every screen of the application, whichever one is shown. */
export function Services() {
  // Before any page is rendered, so that each finds what was playing and where she left off.
  useState(startPlayer);
  return (
    <>
      <AuthCallback />
      <FavoritesMirror />
      <LibraryForQueue />
      <PositionsSync />
      <DailyReminder />
    </>
  );
}
