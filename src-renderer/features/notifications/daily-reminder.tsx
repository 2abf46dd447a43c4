import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { preferencesQuery } from '#renderer/data/preferences.ts';
import { logWarning } from '#renderer/lib/log.ts';
import { useBrand } from '#renderer/lib/public-config.ts';
import { useUser } from '#renderer/lib/session.ts';
import { remindDaily } from './remind-daily.ts';

/** Shows the daily reminder at the user's time while the app is open and the browser permits it. */
export function DailyReminder() {
  const user = useUser();
  return user ? <Reminder userId={user.id} /> : null;
}

function Reminder({ userId }: { userId: string }) {
  const navigate = useNavigate();
  const { name } = useBrand();
  const { data: preferences } = useQuery(preferencesQuery(userId));
  const isWanted = preferences?.reminders && !preferences.paused;
  const time = isWanted ? preferences.reminderTime : undefined;
  useEffect(() => {
    if (time === undefined) return;
    return remindDaily(time, () => showNotification(name, () => void navigate('/home')));
  }, [time, name, navigate]);
  return null;
}

/** The shared tag makes two open tabs show only one notification. */
function showNotification(name: string, onPress: () => void): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  try {
    const notification = new Notification(name, {
      body: 'A quiet moment is ready for you, whenever you are.',
      icon: '/icon-192.png',
      tag: 'daily-reminder',
    });
    notification.onclick = () => {
      window.focus();
      notification.close();
      onPress();
    };
  } catch (error) {
    // Chrome on Android grants the permission, but does not let a page show notifications.
    logWarning('The reminder could not be shown', error);
  }
}
