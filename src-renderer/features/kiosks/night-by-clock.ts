import { crossFade, preferTheme, type Theme } from '#renderer/lib/theme.ts';

const CHECK_INTERVAL_MS = 60_000;
const DAY_BEGINS = 6;
const DAY_ENDS = 20;

/** Depends on the time only, because a kiosk has no owner who sets the system's theme. */
function themeAt(now: Date): Theme {
  const hour = now.getHours();
  return hour >= DAY_BEGINS && hour < DAY_ENDS ? 'light' : 'dark';
}

/** Switches the theme by the hour on all pages, unless the current user has chosen one. */
export function startNightByClock(): void {
  const currentTheme = () => themeAt(new Date());
  let shown = currentTheme();
  preferTheme(currentTheme);
  setInterval(() => {
    if (currentTheme() === shown) return;
    shown = currentTheme();
    crossFade(() => preferTheme(currentTheme));
  }, CHECK_INTERVAL_MS);
}
