import { desktopState } from '#renderer/lib/desktop.ts';
import { liveRegion } from '#renderer/lib/live-region.ts';
import type { ToastMessage } from './toaster.tsx';

const SUCCESS_MS = 2000;
const DURATION_MS = 5000;

let reportNeeded = () => {};
/** Resolves when the first toast is requested. */
export const toasterNeeded = new Promise<void>((resolve) => {
  reportNeeded = resolve;
});

let toasterModule: typeof import('./toaster.tsx') | undefined;

/**
 * Loads sonner and its styles with the first toast or once a page is idle, to keep them out of the first load. Throws
 * without an attempt when offline, unless the service worker or the desktop's own server can deliver them: after a
 * failed import some browsers never request the module again, and all later toasts would be lost.
 */
export async function loadToaster() {
  const isReachable = navigator.onLine || navigator.serviceWorker?.controller || desktopState();
  if (!toasterModule && !isReachable) throw new Error('offline');
  toasterModule ??= await import('./toaster.tsx');
  return toasterModule;
}

/** Toasts that close automatically; one at a time, the newest replaces the older. */
export const toast = {
  /** Closes after two seconds. Screen readers get `announcement` instead of the text. */
  success: (text: string, announcement?: string) => {
    liveRegion.announce(announcement ?? text, 'toast');
    show({ kind: 'success', text, durationMs: SUCCESS_MS });
  },
  /** For an event that the user did not cause; closes after five seconds. */
  info: (text: string) => {
    liveRegion.announce(text, 'toast');
    show({ kind: 'info', text, durationMs: DURATION_MS });
  },
  /** Closes after five seconds; role alert, which interrupts a screen reader. */
  error: (text: string, detail?: string) =>
    show({ kind: 'error', text, detail, durationMs: DURATION_MS }),
};

function show(message: ToastMessage): void {
  reportNeeded();
  loadToaster().then(
    ({ showToast }) => showToast(message),
    // Offline before the toaster was loaded. Ignored, because pages also show failures themselves.
    () => {},
  );
}
