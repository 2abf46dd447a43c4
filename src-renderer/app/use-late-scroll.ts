import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { scrollKeyOf } from '#renderer/lib/scroll-key.ts';

const GIVE_UP_MS = 3_000;
/** Scroll position in pixels by history entry. */
const positions = new Map<string, number>();

/**
 * Repeats the router's scroll restoration while the page grows: a long list reaches its full height some frames later, and
 * WebKit would stay above the saved position. Any user input ends it.
 */
export function useLateScroll(): void {
  const key = scrollKeyOf(useLocation());
  const type = useNavigationType();
  const current = useRef(key);
  useEffect(() => {
    const save = () => positions.set(current.current, window.scrollY);
    window.addEventListener('scroll', save, { passive: true });
    return () => window.removeEventListener('scroll', save);
  }, []);
  useLayoutEffect(() => {
    // Closing a sheet does not scroll the page.
    const isSamePage = current.current === key;
    current.current = key;
    const top = type === 'POP' && !isSamePage ? positions.get(key) : undefined;
    if (top === undefined) return;
    const ending = new AbortController();
    const { signal } = ending;
    const end = () => ending.abort();
    const observer = new ResizeObserver(() => {
      if (Math.abs(window.scrollY - top) > 1) window.scrollTo({ top, behavior: 'instant' });
    });
    observer.observe(document.body);
    signal.addEventListener('abort', () => observer.disconnect());
    for (const input of ['wheel', 'touchstart', 'pointerdown', 'keydown']) {
      window.addEventListener(input, end, { passive: true, signal });
    }
    const timer = setTimeout(end, GIVE_UP_MS);
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [key, type]);
}
