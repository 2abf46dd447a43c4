import { createContext, useContext, useSyncExternalStore } from 'react';
import { onDeviceChange, readDevice, textKey, writeDevice } from './device-storage.ts';
import { createListeners } from './listeners.ts';

export type Theme = 'light' | 'dark';

/** Not an atom: the theme belongs to the device, so a sign-out keeps it. */
const themeKey = textKey<Theme>('theme', ['light', 'dark']);
const THEME_COLOR: Record<Theme, string> = { light: '#f7f2eb', dark: '#15110e' };
const listeners = createListeners();
let preferred = (): Theme =>
  matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';

function currentTheme(): Theme {
  return document.documentElement.classList.contains('dark') ? 'dark' : 'light';
}

export function setTheme(theme: Theme): void {
  writeDevice(themeKey, theme);
  applyTheme(theme);
}

/** On a shared screen, replaces the system's preference as the default; evaluated at every call. */
export function preferTheme(choose: () => Theme): void {
  preferred = choose;
  applyCurrent();
}

/** Cross-fades the whole page on a change of theme; immediate with reduced motion. */
export function crossFade(change: () => void): void {
  const isMotionReduced = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (isMotionReduced || !('startViewTransition' in document)) {
    change();
    return;
  }
  const { classList } = document.documentElement;
  classList.add('cross-fading');
  const fade = document.startViewTransition(change);
  // A skipped transition, as in a hidden window, still applies the change.
  fade.ready.catch(() => {});
  fade.finished.finally(() => classList.remove('cross-fading')).catch(() => {});
}

/** Overrides the page's theme in a panel, which also needs the class `dark` or `light`. */
export const PanelTheme = createContext<Theme | undefined>(undefined);

export function useTheme(): Theme {
  const ofPage = useSyncExternalStore<Theme>(listeners.add, currentTheme, () => 'light');
  return useContext(PanelTheme) ?? ofPage;
}

/** Follows the system's theme, which may turn dark in the evening, and choices in other tabs. */
export function startFollowingTheme(): void {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', applyCurrent);
  onDeviceChange(themeKey, applyCurrent);
}

const applyCurrent = () => applyTheme(readDevice(themeKey) ?? preferred());

function applyTheme(theme: Theme): void {
  document.documentElement.classList.toggle('dark', theme === 'dark');
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    meta.content = THEME_COLOR[theme];
  }
  listeners.tell();
}
