export interface HoverDelays {
  /** How long the pointer rests before the menu opens. */
  readonly openMs: number;
  /** How long after a closing the menu opens without that wait. */
  readonly skipMs: number;
  /** How long the pointer may be away before the menu closes. */
  readonly closeMs: number;
}

/**
 * Tells a wish from a passing pointer. A menu that a hover opened stays when it is then clicked,
 * because the click was meant to open it; the next click closes it.
 */
export function createHoverIntent(delays: HoverDelays, show: (isOpen: boolean) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOpen = false;
  let isPinned = false;
  let closedAt = Number.NEGATIVE_INFINITY;

  const set = (next: boolean) => {
    clearTimeout(timer);
    if (isOpen && !next) closedAt = Date.now();
    isOpen = next;
    if (!next) isPinned = false;
    show(next);
  };

  return {
    enter() {
      clearTimeout(timer);
      if (isOpen) return;
      if (Date.now() - closedAt < delays.skipMs) set(true);
      else timer = setTimeout(() => set(true), delays.openMs);
    },
    leave() {
      clearTimeout(timer);
      if (isOpen) timer = setTimeout(() => set(false), delays.closeMs);
    },
    press() {
      const closes = isOpen && isPinned;
      set(!closes);
      isPinned = !closes;
    },
    close() {
      set(false);
    },
    dispose() {
      clearTimeout(timer);
    },
  };
}
