import type { DesktopBridge } from '#contract/device/desktop.ts';
import { clearWholeDevice } from '#renderer/lib/device-storage.ts';
import { dropPerson } from '#renderer/lib/person.ts';
import { signOut } from '#renderer/lib/session.ts';
import { hasStoredSession } from '#renderer/lib/stored-session.ts';

export const FIRST_SCREEN = '/kiosk';
/** Timeouts for an unreachable server. All steps together must take less than three seconds. */
const SERVER_TIMEOUT_MS = 1_000;
const WINDOW_TIMEOUT_MS = 1_200;
/** Timeout for a browser whose storage no longer answers. */
const STORAGE_TIMEOUT_MS = 400;

/** Delay between attempts while the server is unreachable. */
const RETRY_MS = 1_000;
/** Time in which even a slow machine loads the first screen. */
const LOAD_MS = 5_000;

let isEnding = false;

/**
 * Clears all data of the user: first playback and screen, then the storage of the page and of the
 * window. Finally reloads to clear the memory. The window loads no page while its server is
 * unreachable, so the reload is retried until it succeeds.
 */
export async function endSession(bridge: DesktopBridge): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  const signedOut = hasStoredSession() ? signOut() : Promise.resolve();
  await withTimeout(SERVER_TIMEOUT_MS, signedOut);
  dropPerson();
  for (;;) {
    await clearPage();
    const isReachable = await isServerReachable();
    if (isReachable) await replaceDocument(bridge);
    await new Promise((resolve) => setTimeout(resolve, isReachable ? LOAD_MS : RETRY_MS));
  }
}

async function replaceDocument(bridge: DesktopBridge): Promise<void> {
  await withTimeout(WINDOW_TIMEOUT_MS, bridge.endSession());
  // A late response may have stored data again.
  await clearPage();
  forgetLastMatches();
  window.location.replace(FIRST_SCREEN);
}

/** Without a server, a reload would show the browser's error page, which cannot retry. */
async function isServerReachable(): Promise<boolean> {
  const options = { cache: 'no-store', signal: AbortSignal.timeout(SERVER_TIMEOUT_MS) } as const;
  return fetch('/healthz', options).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Clears the storage of the page. Also runs at the start of every kiosk document. */
export async function clearPage(): Promise<void> {
  clearWholeDevice();
  for (const cookie of document.cookie.split(';')) {
    const [name] = cookie.split('=');
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API cannot be used over plain http
    document.cookie = `${name?.trim()}=; path=/; max-age=0`;
  }
  await withTimeout(STORAGE_TIMEOUT_MS, clearDatabases());
}

async function clearDatabases(): Promise<void> {
  const databases = 'databases' in indexedDB ? await indexedDB.databases() : [];
  for (const { name } of databases) if (name) indexedDB.deleteDatabase(name);
  if (!('caches' in window)) return;
  for (const name of await caches.keys()) await caches.delete(name);
}

/**
 * Overwrites the last text that a regular expression matched. The JavaScript engine keeps this text,
 * and it may be an email address. The browser's email validation keeps a text of its own, even after
 * a reload, so an invented address is validated too.
 */
function forgetLastMatches(): void {
  /^$/.test('');
  const field = document.createElement('input');
  field.type = 'email';
  field.value = 'nobody@example.com';
  field.checkValidity();
}

function withTimeout(ms: number, work: Promise<unknown>): Promise<unknown> {
  const timeout = new Promise((resolve) => setTimeout(resolve, ms));
  return Promise.race([work.catch(() => {}), timeout]);
}
