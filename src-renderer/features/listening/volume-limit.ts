import { desktopState, onDesktopState } from '#renderer/lib/desktop.ts';

/**
 * In a kiosk the element never plays louder than staff allow, whoever sets its volume: what is set counts
 * as a share of the limit, so a control still has its whole way. The system's own volume is beyond both.
 */
export function obeyKioskVolume(element: { volume: number }): void {
  if (!desktopState()?.isKiosk) return;
  const follow = limitVolume(element);
  const read = () => follow((desktopState()?.settings.volumePercent ?? 100) / 100);
  onDesktopState(read);
  read();
}

/** Returns the way to change the limit, from 0 to 1. */
export function limitVolume(element: { volume: number }): (limit: number) => void {
  let wanted = 1;
  let limit = 1;
  // The property of the element's own class, which the one below hides.
  const play = () => Reflect.set(Object.getPrototypeOf(element), 'volume', wanted * limit, element);
  Object.defineProperty(element, 'volume', {
    get: () => wanted,
    set(next: number) {
      wanted = Math.min(1, next);
      play();
    },
  });
  return (next) => {
    limit = next;
    play();
  };
}
