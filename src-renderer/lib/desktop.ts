import { useSyncExternalStore } from 'react';
import type { DesktopBridge, DesktopState } from '#contract/device/desktop.ts';

declare global {
  interface Window {
    /** Only in the desktop window and the kiosk; everything must work without it. */
    readonly desktop?: DesktopBridge;
  }
}

let known: DesktopState | undefined;

export function desktopState(): DesktopState | undefined {
  // The bridge copies its values, so two calls would return two different objects.
  known ??= window.desktop?.state();
  return known;
}

/** Undefined in a browser, and during server rendering. */
export function useDesktopState(): DesktopState | undefined {
  return useSyncExternalStore(onDesktopState, desktopState, () => undefined);
}

/** Subscribes to changes; returns the unsubscribe function. In a browser the state never changes. */
export function onDesktopState(listener: () => void): () => void {
  const stop = window.desktop?.onState((next) => {
    known = next;
    listener();
  });
  return stop ?? (() => {});
}
