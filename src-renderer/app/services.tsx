import { useState } from 'react';
import { AuthCallback } from '#renderer/features/auth/auth-callback.tsx';
import { FavoritesMirror } from '#renderer/features/favorites/favorites-mirror.tsx';
import { startPlayer } from '#renderer/features/player/start-player.ts';
import { DailyReminder } from '#renderer/features/reminders/daily-reminder.tsx';

/** What goes on behind every screen of the application, whichever one is shown. */
export function Services() {
  // Before any page is rendered, so that each finds what was playing and where she left off.
  useState(startPlayer);
  return (
    <>
      <AuthCallback />
      <FavoritesMirror />
      <DailyReminder />
    </>
  );
}
