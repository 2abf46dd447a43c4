interface WakeLock {
  release(): Promise<void>;
  addEventListener(type: 'release', listener: () => void): void;
}

/** The browser objects that are used; tests use fakes. */
interface KeepAwakeParts {
  readonly wakeLock: { request(type: 'screen'): Promise<WakeLock> } | undefined;
  readonly page: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;
}

/** Retry delay: with a low battery every request fails at once. */
const RETRY_MS = 30_000;

/**
 * Keeps the screen on until the returned function is called. The system releases the lock when the
 * page is hidden or the battery is low; it is then requested again.
 */
export function keepAwake({ wakeLock, page }: KeepAwakeParts): () => void {
  if (!wakeLock) return () => {};
  let lock: WakeLock | undefined;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let isRequesting = false;
  let isReleased = false;

  const request = async () => {
    clearTimeout(retryTimer);
    if (isReleased || isRequesting || lock || page.visibilityState !== 'visible') return;
    isRequesting = true;
    try {
      const granted = await wakeLock.request('screen');
      if (isReleased) return void granted.release();
      lock = granted;
      granted.addEventListener('release', () => {
        lock = undefined;
        void request();
      });
    } catch {
      retryTimer = setTimeout(() => void request(), RETRY_MS);
    } finally {
      isRequesting = false;
    }
  };
  const handleVisibility = () => void request();

  page.addEventListener('visibilitychange', handleVisibility);
  void request();
  return () => {
    isReleased = true;
    clearTimeout(retryTimer);
    page.removeEventListener('visibilitychange', handleVisibility);
    void lock?.release();
  };
}
