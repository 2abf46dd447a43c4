import { useLayoutEffect } from 'react';
import { toast } from '#renderer/components/messages/toast.ts';

/**
 * Disables context menus, zoom by wheel, dropped files, selection and external links; the shell blocks keys and
 * windows.
 */
export function useKioskRestrictions(): void {
  useLayoutEffect(() => {
    const root = document.documentElement;
    root.classList.add('in-kiosk');
    const prevent = (event: Event) => event.preventDefault();
    const preventUnlessTyping = (event: Event) => {
      if (!isTextField(event.target)) event.preventDefault();
    };
    const preventZoom = (event: WheelEvent) => event.ctrlKey && event.preventDefault();
    const stayHere = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
      if (!(link instanceof HTMLAnchorElement) || link.origin === window.location.origin) return;
      event.preventDefault();
      event.stopPropagation();
      toast.error('Links to other places are switched off on this shared screen.');
    };
    const listeners: [string, (event: never) => unknown][] = [
      ['contextmenu', prevent],
      ['dragstart', preventUnlessTyping],
      ['dragover', prevent],
      ['drop', prevent],
      ['selectstart', preventUnlessTyping],
      ['wheel', preventZoom],
      ['click', stayHere],
      ['auxclick', stayHere],
    ];
    const ending = new AbortController();
    const options = { capture: true, passive: false, signal: ending.signal };
    for (const [type, listener] of listeners) {
      // The table pairs each listener with its event type.
      window.addEventListener(type, listener as EventListener, options);
    }
    return () => {
      root.classList.remove('in-kiosk');
      ending.abort();
    };
  }, []);
}

export function isTextField(target: unknown): target is HTMLInputElement | HTMLTextAreaElement {
  if (target instanceof HTMLTextAreaElement) return true;
  return (
    target instanceof HTMLInputElement &&
    ['text', 'email', 'password', 'search', 'tel', 'url', 'number'].includes(target.type)
  );
}
