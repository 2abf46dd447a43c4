import { useEffect } from 'react';

const FOCUSABLE = 'a[href], button, input, select, textarea, summary';
const ROW = 'li, tr, article';

/** When the focused row is removed, focuses the same control of the next or previous row, otherwise the heading. */
export function useRestorableFocus(): void {
  useEffect(() => {
    let focused: HTMLElement | null = null;
    const handleFocus = ({ target }: FocusEvent) => {
      focused = target instanceof HTMLElement ? target : null;
    };
    const observer = new MutationObserver((records) => {
      const lost = focused;
      if (!lost || lost.isConnected || document.activeElement !== document.body) return;
      focused = null;
      const record = records.find(({ removedNodes }) =>
        [...removedNodes].some((node) => node.contains(lost)),
      );
      const removed = [...(record?.removedNodes ?? [])].find((node) => node.contains(lost));
      const rows = [removed, record?.nextSibling, record?.previousSibling];
      const [before, ...others] = rows.map((row) => focusablesIn(row ?? null));
      const next = others.find((controls) => controls.length > 0);
      // Runs after code that restores the focus itself, such as a dialog.
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return;
        next?.at(before?.indexOf(lost) ?? 0)?.focus();
        if (document.activeElement === document.body) focusHeading();
      });
    });
    document.addEventListener('focusin', handleFocus);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', handleFocus);
      observer.disconnect();
    };
  }, []);
}

function focusablesIn(row: Node | null): HTMLElement[] {
  if (!(row instanceof Element) || !row.matches(ROW)) return [];
  return [...row.querySelectorAll<HTMLElement>(FOCUSABLE)];
}

/** Fallback when the focused element is removed. */
export function focusHeading(): void {
  const main = document.getElementById('main');
  const heading = main?.querySelector<HTMLElement>('h1') ?? main;
  if (heading && heading !== main) heading.tabIndex = -1;
  heading?.focus({ preventScroll: true });
}
