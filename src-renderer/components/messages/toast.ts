import { liveRegion } from '#renderer/lib/live-region.ts';
import type { ToastMessage } from './toaster.tsx';

const SUCCESS_MS = 2000;
const DURATION_MS = 5000;

let reportNeeded = () => {};
/** Resolves with the first message. */
export const toasterNeeded = new Promise<void>((resolve) => {
  reportNeeded = resolve;
});

let part: Promise<typeof import('./toaster.tsx')> | undefined;

/** sonner and its styles load with the first toast, or once a page is idle: no page needs them to be readable. */
export function loadToaster() {
  part ??= import('./toaster.tsx').catch((cause) => {
    part = undefined;
    throw cause;
  });
  return part;
}

/** Toasts that close automatically; one at a time, the newest replaces the older. */
export const toast = {
  /** Closes after two seconds. Screen readers get `said` instead of the text. */
  success: (text: string, said?: string) => {
    liveRegion.announce(said ?? text, 'toast');
    show({ kind: 'success', text, durationMs: SUCCESS_MS });
  },
  /** An event elsewhere; closes after five seconds. */
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
    // Offline before the toaster was loaded: pages also show failures inline.
    () => {},
  );
}
