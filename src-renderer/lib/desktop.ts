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
  // The bridge copies whatever crosses it, so asking twice would give two different objects.
  known ??= window.desktop?.state();
  return known;
}

/** Undefined in a browser, and while pages are made at build time. */
export function useDesktopState(): DesktopState | undefined {
  return useSyncExternalStore(onDesktopState, desktopState, () => undefined);
}

/** Calls back after every change; returns the way to stop that. In a browser there is nothing to hear. */
export function onDesktopState(listener: () => void): () => void {
  const stop = window.desktop?.onState((next) => {
    known = next;
    listener();
  });
  return stop ?? (() => {});
}
