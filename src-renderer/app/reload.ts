const RELOADED_AT_KEY = 'cradlesong-reloaded-at';
const NOT_AGAIN_MS = 10_000;

/**
 * After a new release the chunks of the old one are gone, and a fresh document knows the new ones.
 * Not while offline, where it would only lose the page she has, and never twice in a row.
 */
export function reloadForNewRelease(): void {
  if (!navigator.onLine) return;
  try {
    const reloadedAt = Number(sessionStorage.getItem(RELOADED_AT_KEY) ?? 0);
    if (Date.now() - reloadedAt < NOT_AGAIN_MS) return;
    sessionStorage.setItem(RELOADED_AT_KEY, String(Date.now()));
  } catch {
    // Without a memory of the last time it might go on for ever; she can press 'Try again'.
    return;
  }
  window.location.reload();
}
