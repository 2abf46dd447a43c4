import { useSyncExternalStore } from 'react';

/**
 * False in the hydration render, which must match the served document; true afterwards, before the next frame, when
 * data of this device may be shown.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
}
