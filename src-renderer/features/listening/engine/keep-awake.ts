/**
 * Keeps the screen on until the returned function is called. Requests the lock again when the system has ended it, and
 * when the page becomes visible again.
 */
export function keepAwake(): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  const request = () => {
    // Absent without a secure context; refused for a hidden page and with a low battery.
    navigator.wakeLock?.request('screen').then(
      (lock) => {
        const release = () => void lock.release();
        if (signal.aborted) return release();
        signal.addEventListener('abort', release);
        lock.addEventListener('release', request, { signal });
      },
      () => {},
    );
  };
  request();
  document.addEventListener('visibilitychange', request, { signal });
  return () => ending.abort();
}
