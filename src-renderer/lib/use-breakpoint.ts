import { useSyncExternalStore } from 'react';

const PHONE_BELOW = 768;
const RESIZE_DEBOUNCE_MS = 100;

/** True under 768 px; follows the window once a resize has been quiet for 100 ms. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, isPhone, () => false);
}

let settled: boolean | undefined;

function isPhone(): boolean {
  settled ??= window.innerWidth < PHONE_BELOW;
  return settled;
}

function subscribe(listener: () => void) {
  // The window may have changed while nobody was listening.
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
