import { useEffect, useState } from 'react';
import { AuthCallback } from '#renderer/features/auth/auth-callback.tsx';
import { FavoritesMirror } from '#renderer/features/favorites/favorites-mirror.tsx';
import { LibraryForQueue } from '#renderer/features/listening/library-for-queue.tsx';
import { NowPlayingBar } from '#renderer/features/listening/now-playing-bar.tsx';
import { PositionsSync } from '#renderer/features/listening/positions-sync.tsx';
import { startPlayer } from '#renderer/features/listening/start-player.ts';
import { DailyReminder } from '#renderer/features/notifications/daily-reminder.tsx';
import { whenPageAlive } from '#renderer/lib/page-alive.ts';
import { useAlive } from '#renderer/lib/use-alive.ts';
import { provideNowPlaying } from './now-playing.tsx';

/** What goes on behind every screen of the application, whichever one is shown. */
export function Services() {
  // Before any page is rendered, so that each finds what was playing and where she left off. A document
  // that is taken over knows nothing of this device: there it starts just after.
  const isAlive = useAlive();
  useState(() => isAlive && startPlayer());
  useEffect(() => whenPageAlive(startPlayer), []);
  // What stops the sound is here before it: a server that goes in that moment must not take it away.
  useState(() => provideNowPlaying(NowPlayingBar));
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
