interface Sentinel {
  release(): Promise<void>;
  addEventListener(type: 'release', listener: () => void): void;
}

/** `navigator.wakeLock` and `document`. */
interface AwakeParts {
  readonly wakeLock: { request(type: 'screen'): Promise<Sentinel> } | undefined;
  readonly page: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;
}

/** Delay before a retry: with a low battery the request fails at once. */
const AGAIN_MS = 30_000;

/**
 * Keeps the screen on until the returned function is called. Requests the lock again after the
 * system has released it because the page was hidden or the battery is low.
 */
export function keepAwake({ wakeLock, page }: AwakeParts): () => void {
  if (!wakeLock) return () => {};
  let held: Sentinel | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;
  let isAsking = false;
  let isOver = false;

  const ask = async () => {
    clearTimeout(again);
    if (isOver || isAsking || held || page.visibilityState !== 'visible') return;
    isAsking = true;
    try {
      const sentinel = await wakeLock.request('screen');
      if (isOver) return void sentinel.release();
      held = sentinel;
      sentinel.addEventListener('release', () => {
        held = undefined;
        void ask();
      });
    } catch {
      again = setTimeout(() => void ask(), AGAIN_MS);
    } finally {
      isAsking = false;
    }
  };
  const handleVisibility = () => void ask();

  page.addEventListener('visibilitychange', handleVisibility);
  void ask();
  return () => {
    isOver = true;
    clearTimeout(again);
    page.removeEventListener('visibilitychange', handleVisibility);
    void held?.release();
  };
}
