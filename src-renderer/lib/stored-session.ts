/** The device key under which the auth client keeps the session. */
export const SESSION_KEY = 'cradlesong-auth';

/** Whether it is worth loading the auth client to ask who she is. */
export function hasStoredSession(): boolean {
  try {
    return localStorage.getItem(SESSION_KEY) !== null;
  } catch {
    return false;
  }
}
