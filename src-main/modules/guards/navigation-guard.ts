import type { WebContents } from 'electron';
import { findRoute } from '#contract/constants/pages/routes.ts';
import { KIOSK_PATHS } from '#contract/device/kiosk-paths.ts';
import { isOwnAddress } from './own-address.ts';

interface Navigation {
  readonly url: string;
  preventDefault(): void;
}

interface GuardOptions {
  contents: Pick<WebContents, 'on'>;
  origin: () => string | undefined;
  isLocked: () => boolean;
  /** Opens an external address in the browser if the user chose to go there. */
  openExternal: (address: string) => void;
  /** Handles a button of our own notices (notice-page.ts); returns true if it was one. */
  handleNotice: (address: string) => boolean;
  /** Returns a locked kiosk to its first screen after a forbidden navigation. */
  goHome: () => void;
  log: (line: string) => void;
}

/** Keeps the window on our own pages, and a locked kiosk on the pages that a kiosk offers. */
export function guardNavigation(options: GuardOptions): void {
  const { contents, origin, isLocked, openExternal, handleNotice, goHome, log } = options;
  const isAllowed = (address: string) => {
    const own = origin();
    if (own === undefined || !isOwnAddress(address, own)) return false;
    return !isLocked() || isKioskPath(new URL(address).pathname);
  };
  const guard = (details: Navigation) => {
    if (isAllowed(details.url)) return;
    details.preventDefault();
    if (handleNotice(details.url)) return;
    log(`blocked navigation to ${describeAddress(details.url)}`);
    const own = origin();
    if (!own || !isOwnAddress(details.url, own)) openExternal(details.url);
  };
  contents.on('will-navigate', guard);
  contents.on('will-redirect', guard);
  contents.on('will-frame-navigate', (details) => {
    if (!isAllowed(details.url)) details.preventDefault();
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
  // Electron shows no dialog: the `beforeunload` handler of an upload would silently keep the page open.
  contents.on('will-prevent-unload', (event) => event.preventDefault());
  // Navigation within the page cannot be prevented, so a locked kiosk goes back to its first screen afterwards.
  contents.on('did-navigate-in-page', (_event, url, isMainFrame) => {
    if (isMainFrame && !isAllowed(url)) goHome();
  });
}

export function isKioskPath(pathname: string): boolean {
  const route = findRoute(pathname);
  return KIOSK_PATHS.some((path) => path === route?.path);
}

/** For the log: an address without personal data such as its query. */
function describeAddress(address: string): string {
  const url = URL.parse(address);
  return url ? `${url.protocol}//${url.host}` : 'an invalid address';
}
