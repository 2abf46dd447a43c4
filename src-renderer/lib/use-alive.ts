import { useSyncExternalStore } from 'react';

/**
 * False in the one render that takes over a document made elsewhere, where nothing is known of this device;
 * what is kept here shows in the render after it, before the next frame.
 */
export function useAlive(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
}
