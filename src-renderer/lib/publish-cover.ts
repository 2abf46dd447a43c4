import { type RefCallback, useCallback } from 'react';

type Cover = '--covered-by-tabs' | '--covered-by-sound' | '--covered-by-toast';

/** A message stands upon the bars, and moves up when one comes. */
let moveMessage = () => {};

/**
 * For a bar that floats over the lower edge: says in a property of the document how much of the window
 * it covers, so that whatever gets the focus is scrolled clear of it. What has the focus already when
 * the bar comes is brought into view.
 */
export function usePublishedCover(name: Cover) {
  return useCallback<RefCallback<HTMLElement>>(
    (bar) => {
      if (!bar) return;
      const { style } = document.documentElement;
      const publish = () => style.setProperty(name, `${coverOf(bar)}px`);
      const observer = new ResizeObserver(publish);
      observer.observe(bar);
      const come = () => {
        publish();
        uncover(bar);
      };
      come();
      if (name === '--covered-by-toast') moveMessage = come;
      else moveMessage();
      return () => {
        observer.disconnect();
        if (moveMessage === come) moveMessage = () => {};
        style.removeProperty(name);
      };
    },
    [name],
  );
}

function coverOf(bar: HTMLElement): number {
  const floats = bar.closest('.toast-host') ?? bar;
  const { top } = bar.getBoundingClientRect();
  // At the upper edge, as the messages of the admin area on a phone, it covers nothing below.
  if (getComputedStyle(floats).position !== 'fixed' || top < window.innerHeight / 2) return 0;
  return window.innerHeight - top;
}

function uncover(bar: HTMLElement): void {
  const active = document.activeElement;
  if (!active || active === document.body || bar.contains(active)) return;
  const one = active.getBoundingClientRect();
  const over = bar.getBoundingClientRect();
  const isBeside = one.right < over.left || one.left > over.right;
  const isBelow = one.bottom > over.top && one.top < window.innerHeight;
  if (isBelow && !isBeside && coverOf(bar) > 0) active.scrollIntoView({ block: 'nearest' });
}
