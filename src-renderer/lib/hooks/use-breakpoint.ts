import { useSyncExternalStore } from 'react';

const PHONE_BELOW = 768;
const RESIZE_DEBOUNCE_MS = 100;

/** True under 768 px; debounced by 100 ms. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, isPhone, () => false);
}

let settled: boolean | undefined;

function isPhone(): boolean {
  settled ??= window.innerWidth < PHONE_BELOW;
  return settled;
}

function subscribe(listener: () => void) {
  // The window may have changed while there was no listener.
  settled = window.innerWidth < PHONE_BELOW;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const handleResize = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      settled = window.innerWidth < PHONE_BELOW;
      listener();
    }, RESIZE_DEBOUNCE_MS);
  };
  window.addEventListener('resize', handleResize);
  return () => {
    clearTimeout(timer);
    window.removeEventListener('resize', handleResize);
  };
}
