import { useEffect, useRef } from 'react';

export interface Layer {
  readonly close: () => void;
}

/** Sheets, dialogs and menus that are open, the topmost last. */
export const layers: Layer[] = [];
let follow: (() => void) | undefined;

/** Called after each change, and once for those that are open already. */
export function followLayers(listener: () => void): void {
  follow = listener;
  listener();
}

/**
 * Back, which on Android is a button of the phone, closes this and not the page (`back-closes.ts`).
 * `onClose` as Escape would; what has to stay open simply does.
 */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const latest = useRef(onClose);
  useEffect(() => {
    latest.current = onClose;
  });
  useEffect(() => {
    if (!isOpen) return;
    const layer = { close: () => latest.current() };
    layers.push(layer);
    queueMicrotask(() => follow?.());
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      queueMicrotask(() => follow?.());
    };
  }, [isOpen]);
}
