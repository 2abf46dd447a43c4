import { createContext, useContext, useSyncExternalStore } from 'react';
import { onDeviceChange, readDevice, textKey, writeDevice } from './device-storage.ts';

export type Theme = 'light' | 'dark';

/** The theme belongs to the device, not to a person: it is no atom, and a sign-out leaves it alone. */
const themeKey = textKey<Theme>('theme', ['light', 'dark']);
const THEME_COLOR: Record<Theme, string> = { light: '#f7f2eb', dark: '#15110e' };
const listeners = new Set<() => void>();
let preferred = (): Theme =>
  matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';

function currentTheme(): Theme {
  return document.documentElement.classList.contains('dark') ? 'dark' : 'light';
}

export function setTheme(theme: Theme): void {
  writeDevice(themeKey, theme);
  show(theme);
}

/** On a shared screen it is not the system's word that holds where nobody has chosen; asked anew at every call. */
export function preferTheme(by: () => Theme): void {
  preferred = by;
  follow();
}

/** The theme of a panel that has its own, whatever the page's is: put the class beside it. */
export const PanelTheme = createContext<Theme | undefined>(undefined);

export function useTheme(): Theme {
  const ofPage = useSyncExternalStore<Theme>(subscribe, currentTheme, () => 'light');
  return useContext(PanelTheme) ?? ofPage;
}

/** From now on every page follows the system, which goes dark in the evening, and what she chooses in another tab. */
export function startFollowingTheme(): void {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', follow);
  onDeviceChange(themeKey, follow);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const follow = () => show(readDevice(themeKey) ?? preferred());

function show(theme: Theme): void {
  document.documentElement.classList.toggle('dark', theme === 'dark');
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    meta.content = THEME_COLOR[theme];
  }
  for (const listener of listeners) listener();
}
