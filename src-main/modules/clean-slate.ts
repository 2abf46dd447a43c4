import type { Clipboard, Session } from 'electron';

interface CleanSlateOptions {
  session: Pick<
    Session,
    'clearStorageData' | 'clearCache' | 'clearAuthCache' | 'clearHostResolverCache'
  >;
  clipboard: Pick<Clipboard, 'clear'>;
  log: (line: string) => void;
}

/** Clears all data of a user in the window. A step that fails is logged and does not stop the others. */
export async function clearUserData({ session, clipboard, log }: CleanSlateOptions): Promise<void> {
  clipboard.clear();
  const results = await Promise.allSettled([
    session.clearStorageData(),
    session.clearCache(),
    session.clearAuthCache(),
    session.clearHostResolverCache(),
  ]);
  for (const result of results) {
    if (result.status === 'rejected') log(`clearing user data failed: ${result.reason}`);
  }
}
