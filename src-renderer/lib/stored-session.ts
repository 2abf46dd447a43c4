import type { User } from '@supabase/auth-js';
import { deviceStorage } from './device-storage.ts';

/** The device key under which the auth client stores the session. */
export const SESSION_KEY = 'cradlesong-auth';

/** Whether to load the auth client. */
export function hasStoredSession(): boolean {
  return deviceStorage.getItem(SESSION_KEY) !== null;
}

/** The stored session's user; null without one. */
export function storedUser(): User | null {
  try {
    const { user } = Object(JSON.parse(deviceStorage.getItem(SESSION_KEY) ?? 'null'));
    return typeof user?.id === 'string' ? user : null;
  } catch {
    return null;
  }
}
