import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { desktopState } from '../desktop.ts';

/** Always true in the desktop window and the kiosk, whose server is on the same machine. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline() || desktopState() !== undefined,
    () => true,
  );
}
