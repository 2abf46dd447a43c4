import { type RefCallback, useCallback } from 'react';

/**
 * For a bar that floats over the lower edge: says in a property of the document how much of the window
 * it covers, so that whatever gets the focus is scrolled clear of it. What has the focus already when
 * the bar comes is brought into view.
 */
export function usePublishedCover(name: '--covered-by-tabs' | '--covered-by-sound') {
  return useCallback<RefCallback<HTMLElement>>(
    (bar) => {
      if (!bar) return;
      const { style } = document.documentElement;
      const publish = () => style.setProperty(name, `${coverOf(bar)}px`);
      const observer = new ResizeObserver(publish);
      observer.observe(bar);
      publish();
      uncover(bar);
      return () => {
        observer.disconnect();
        style.removeProperty(name);
      };
    },
    [name],
  );
}

function coverOf(bar: HTMLElement): number {
  if (getComputedStyle(bar).position !== 'fixed') return 0;
  return Math.max(0, window.innerHeight - bar.getBoundingClientRect().top);
}

function uncover(bar: HTMLElement): void {
  const active = document.activeElement;
  if (!active || active === document.body || bar.contains(active)) return;
  const { top, bottom } = active.getBoundingClientRect();
  const edge = bar.getBoundingClientRect().top;
  if (bottom > edge && top < window.innerHeight) active.scrollIntoView({ block: 'nearest' });
}
