import { atom } from 'jotai';
import { readDevice, textKey, writeDevice } from '#renderer/lib/device-storage.ts';

const shortcutsKey = textKey('keys', ['on', 'off']);

/** Single-key shortcuts can be turned off (WCAG 2.1.4): speech input triggers them by accident. */
export function areShortcutsOn(): boolean {
  return readDevice(shortcutsKey) !== 'off';
}

export function setShortcutsOn(isOn: boolean): void {
  writeDevice(shortcutsKey, isOn ? 'on' : 'off');
}

/** Whether the list of shortcuts is open. */
export const shortcutsSheetAtom = atom(false);
