import type { Clipboard, Session } from 'electron';

interface CleanSlateOptions {
  session: Pick<
    Session,
    'clearStorageData' | 'clearCache' | 'clearAuthCache' | 'clearHostResolverCache'
  >;
  clipboard: Pick<Clipboard, 'clear'>;
  log: (line: string) => void;
}

/** Everything the window itself keeps of a person. What cannot be cleared is written down and does not stop the rest. */
export async function wipePerson({ session, clipboard, log }: CleanSlateOptions): Promise<void> {
  clipboard.clear();
  const results = await Promise.allSettled([
    session.clearStorageData(),
    session.clearCache(),
    session.clearAuthCache(),
    session.clearHostResolverCache(),
  ]);
  for (const result of results) {
    if (result.status === 'rejected') log(`not cleared: ${result.reason}`);
  }
}
