import type { DesktopBridge } from '#contract/device/desktop.ts';
import { clearWholeDevice } from '#renderer/lib/device-storage.ts';
import { dropPerson } from '#renderer/lib/person.ts';
import { signOut } from '#renderer/lib/session.ts';
import { hasStoredSession } from '#renderer/lib/stored-session.ts';

export const FIRST_SCREEN = '/kiosk';
/** Nobody waits for a network that is away; together these stay well under the three seconds. */
const SIGN_OUT_MS = 1_000;
const WINDOW_MS = 1_200;

let isEnding = false;

/**
 * Everything of the person goes: first what is heard and seen, then what is kept by the page, then
 * what is kept by the window, and at last the page itself, so that not even its memory is left.
 */
export async function endSession(bridge: DesktopBridge): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  const signedOut = hasStoredSession() ? signOut() : Promise.resolve();
  await atMost(SIGN_OUT_MS, signedOut);
  dropPerson();
  await clearPage();
  await atMost(WINDOW_MS, bridge.endSession());
  // A late answer may have been written down meanwhile.
  await clearPage();
  forgetLastMatches();
  window.location.replace(FIRST_SCREEN);
}

/** Every document of a kiosk begins with nothing, whatever the last one ended with. */
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
 * The engine keeps the last text a regular expression was tried on, which may be her address: ours for
 * the page, and the browser's own, by which it checks e-mail fields. That one outlives every document.
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
