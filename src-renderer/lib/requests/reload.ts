const RELOADED_AT_KEY = 'cradlesong-reloaded-at';
const NOT_AGAIN_MS = 10_000;

/**
 * After a release, chunks of the previous one are gone; a reload loads the new ones. Only while the server responds, to
 * keep the current page otherwise; never twice in a row.
 */
export async function reloadForNewRelease(): Promise<void> {
  if (!(await isServerThere()) || !mayReload()) return;
  window.location.reload();
}

async function isServerThere(): Promise<boolean> {
  if (!navigator.onLine) return false;
  return fetch(window.location.href, { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => status < 500,
    () => false,
  );
}

function mayReload(): boolean {
  try {
    const reloadedAt = Number(sessionStorage.getItem(RELOADED_AT_KEY) ?? 0);
    if (Date.now() - reloadedAt < NOT_AGAIN_MS) return false;
    sessionStorage.setItem(RELOADED_AT_KEY, String(Date.now()));
    return true;
  } catch {
    // Without storage it could reload for ever; 'Try again' remains.
    return false;
  }
}
