import { type RefCallback, useCallback } from 'react';

type HeightProperty = '--covered-by-tabs' | '--covered-by-sound';

/** One bar is above the other, so the appearance of one moves the other. */
const publishes = new Set<() => void>();
const publishAll = () => {
  for (const publish of publishes) publish();
};

/**
 * Publishes the height of a bar at the lower edge as a custom property of the document, so that focused elements scroll
 * clear of it. Scrolls the focused element into view when the bar appears.
 */
export function useCoveredHeight(name: HeightProperty) {
  return useCallback<RefCallback<HTMLElement>>(
    (bar) => {
      if (!bar) return;
      const { style } = document.documentElement;
      const publish = () => style.setProperty(name, `${coveredHeightOf(bar)}px`);
      publishes.add(publish);
      const observer = new ResizeObserver(publishAll);
      observer.observe(bar);
      publishAll();
      revealFocus(bar);
      return () => {
        publishes.delete(publish);
        observer.disconnect();
        style.removeProperty(name);
      };
    },
    [name],
  );
}

function coveredHeightOf(bar: HTMLElement): number {
  const { top } = bar.getBoundingClientRect();
  if (getComputedStyle(bar).position !== 'fixed' || top < window.innerHeight / 2) return 0;
  return window.innerHeight - top;
}

function revealFocus(bar: HTMLElement): void {
  const active = document.activeElement;
  if (!active || active === document.body || bar.contains(active)) return;
  const focusBox = active.getBoundingClientRect();
  const barBox = bar.getBoundingClientRect();
  const isBeside = focusBox.right < barBox.left || focusBox.left > barBox.right;
  const isBelow = focusBox.bottom > barBox.top && focusBox.top < window.innerHeight;
  if (isBelow && !isBeside && coveredHeightOf(bar) > 0) active.scrollIntoView({ block: 'nearest' });
}
