import type { DesktopBridge } from '#contract/device/desktop.ts';
import { clearWholeDevice } from '#renderer/lib/device-storage.ts';
import { dropPerson } from '#renderer/lib/person.ts';
import { signOut } from '#renderer/lib/session.ts';
import { hasStoredSession } from '#renderer/lib/stored-session.ts';

export const FIRST_SCREEN = '/kiosk';
/** Time limits for an unreachable server; all steps together take well under three seconds. */
const SERVER_MS = 1_000;
const WINDOW_MS = 1_200;

/** Pause between attempts while the server is unreachable. */
const RETRY_MS = 1_000;
/** A slow machine loads the first screen within this time. */
const LOAD_MS = 5_000;

let isEnding = false;

/**
 * Clears all data of the user, in this order: playback and screen, the page's storage, the window's
 * storage, then reloads to clear the memory. The window refuses pages while its server is
 * unreachable, so the reload is retried until it replaces the document.
 */
export async function endSession(bridge: DesktopBridge): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  const signedOut = hasStoredSession() ? signOut() : Promise.resolve();
  await atMost(SERVER_MS, signedOut);
  dropPerson();
  for (;;) {
    await clearPage();
    const isThere = await isServerThere();
    if (isThere) await replaceDocument(bridge);
    await new Promise((resolve) => setTimeout(resolve, isThere ? LOAD_MS : RETRY_MS));
  }
}

async function replaceDocument(bridge: DesktopBridge): Promise<void> {
  await atMost(WINDOW_MS, bridge.endSession());
  // A late response may have been stored meanwhile.
  await clearPage();
  forgetLastMatches();
  window.location.replace(FIRST_SCREEN);
}

/** Without the server, a reload would show the browser's own error page, which cannot retry. */
async function isServerThere(): Promise<boolean> {
  const options = { cache: 'no-store', signal: AbortSignal.timeout(SERVER_MS) } as const;
  return fetch('/healthz', options).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Clears the state of the previous document; runs at the start of every kiosk document. */
export async function clearPage(): Promise<void> {
  clearWholeDevice();
  for (const cookie of document.cookie.split(';')) {
    const [name] = cookie.split('=');
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API cannot be used over plain http
    document.cookie = `${name?.trim()}=; path=/; max-age=0`;
  }
  const databases = 'databases' in indexedDB ? await indexedDB.databases() : [];
  for (const { name } of databases) if (name) indexedDB.deleteDatabase(name);
  if (!('caches' in window)) return;
  for (const name of await caches.keys()) await caches.delete(name);
}

/**
 * The JavaScript engine keeps the last text matched by a regular expression, which may be an email
 * address. Overwrites it for the page's expressions and for the browser's validation of email
 * fields, which outlives documents.
 */
function forgetLastMatches(): void {
  /^$/.test('');
  const field = document.createElement('input');
  field.type = 'email';
  field.value = 'nobody@example.com';
  field.checkValidity();
}

function atMost(ms: number, work: Promise<unknown>): Promise<unknown> {
  const patience = new Promise((resolve) => setTimeout(resolve, ms));
  return Promise.race([work.catch(() => {}), patience]);
}
