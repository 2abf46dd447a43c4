import { crossFade, preferTheme, type Theme } from '#renderer/lib/theme.ts';

const LOOK_EVERY_MS = 60_000;
const DAY_BEGINS = 6;
const DAY_ENDS = 20;

/** Follows the clock: a kiosk has no owner who sets the system's theme. */
function themeAt(now: Date): Theme {
  const hour = now.getHours();
  return hour >= DAY_BEGINS && hour < DAY_ENDS ? 'light' : 'dark';
}

/** Switches the theme by the hour on all pages, unless the current user has chosen one. */
export function startNightByClock(): void {
  const byClock = () => themeAt(new Date());
  let shown = byClock();
  preferTheme(byClock);
  setInterval(() => {
    if (byClock() === shown) return;
    shown = byClock();
    crossFade(() => preferTheme(byClock));
  }, LOOK_EVERY_MS);
}
