import { crossFade } from '#renderer/lib/cross-fade.ts';
import { preferTheme, type Theme } from '#renderer/lib/theme.ts';

const LOOK_EVERY_MS = 60_000;
const DAY_BEGINS = 6;
const DAY_ENDS = 20;

/** By the machine's own clock: a shared screen has no owner who would have told its system when it is night. */
function themeAt(now: Date): Theme {
  const hour = now.getHours();
  return hour >= DAY_BEGINS && hour < DAY_ENDS ? 'light' : 'dark';
}

/** From now on the hour decides, on every page that nobody in front of it has switched herself. */
export function startNightByClock(): void {
  const byClock = () => themeAt(new Date());
  let shown = byClock();
  preferTheme(byClock);
  setInterval(() => {
    if (byClock() === shown) return;
    shown = byClock();
    void crossFade(() => preferTheme(byClock));
  }, LOOK_EVERY_MS);
}
