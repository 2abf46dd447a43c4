const RELOADED_AT_KEY = 'cradlesong-reloaded-at';
const MIN_INTERVAL_MS = 10_000;
const SCRIPTS_LIMIT_MS = 5_000;

/**
 * Reloads the page, because a new release has removed the chunks of this one. Only while the server responds, as the
 * current page would be lost otherwise, and never twice in a row unless the user requests it.
 */
export async function reloadForNewRelease({ isRequested = false } = {}): Promise<void> {
  if (!(await isServerReachable())) return;
  // WebKit would repeat a failure from its memory cache, which a different type of request replaces.
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]');
  const signal = AbortSignal.timeout(SCRIPTS_LIMIT_MS);
  await Promise.allSettled([...links].map(({ href }) => fetch(href, { signal })));
  if (mayReload() || isRequested) window.location.reload();
}

async function isServerReachable(): Promise<boolean> {
  if (!navigator.onLine) return false;
  return fetch(window.location.href, { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => status < 500,
    () => false,
  );
}

function mayReload(): boolean {
  try {
    const reloadedAt = Number(sessionStorage.getItem(RELOADED_AT_KEY) ?? 0);
    if (Date.now() - reloadedAt < MIN_INTERVAL_MS) return false;
    sessionStorage.setItem(RELOADED_AT_KEY, String(Date.now()));
    return true;
  } catch {
    // Without storage the page could reload for ever; 'Try again' remains.
    return false;
  }
}
