import { createContext, useContext, useSyncExternalStore } from 'react';
import { clearDevice, onDeviceChange, readDevice, textKey, writeDevice } from './device-storage.ts';

export type Theme = 'light' | 'dark';

/** The theme belongs to the device, not to a person: it is no atom, and a sign-out leaves it alone. */
const themeKey = textKey<Theme>('theme', ['light', 'dark']);
const THEME_COLOR: Record<Theme, string> = { light: '#f7f2eb', dark: '#15110e' };
const listeners = new Set<() => void>();

function currentTheme(): Theme {
  return document.documentElement.classList.contains('dark') ? 'dark' : 'light';
}

export function setTheme(theme: Theme): void {
  writeDevice(themeKey, theme);
  show(theme);
}

/**
 * Back to the system's preference: for the shared screen, when a person has left.
 * @public called by the kiosk's idle reset
 */
export function forgetTheme(): void {
  clearDevice(themeKey);
  show(preferredTheme());
}

/** The theme of a panel that has its own, whatever the page's is: put the class beside it. */
export const PanelTheme = createContext<Theme | undefined>(undefined);

export function useTheme(): Theme {
  const ofPage = useSyncExternalStore<Theme>(subscribe, currentTheme, () => 'light');
  return useContext(PanelTheme) ?? ofPage;
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  const system = matchMedia('(prefers-color-scheme: dark)');
  const follow = () => show(readDevice(themeKey) ?? preferredTheme());
  system.addEventListener('change', follow);
  const stopListening = onDeviceChange(themeKey, follow);
  return () => {
    listeners.delete(listener);
    system.removeEventListener('change', follow);
    stopListening();
  };
}

function preferredTheme(): Theme {
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

function show(theme: Theme): void {
  document.documentElement.classList.toggle('dark', theme === 'dark');
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    meta.content = THEME_COLOR[theme];
  }
  for (const listener of listeners) listener();
}
