import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { desktopState } from './desktop.ts';

/** A window of the desktop, and with it a kiosk, has its server on the same machine, whatever becomes of the line. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline() || desktopState() !== undefined,
    () => true,
  );
}
