import { atom } from 'jotai';
import { readDevice, textKey, writeDevice } from '#renderer/lib/device-storage.ts';

const keysKey = textKey('keys', ['on', 'off']);

/** Single-key shortcuts can be turned off (WCAG 2.1.4): speech input triggers them by accident. */
export function areKeysOn(): boolean {
  return readDevice(keysKey) !== 'off';
}

export function switchKeys(isOn: boolean): void {
  writeDevice(keysKey, isOn ? 'on' : 'off');
}

/** Whether the list of shortcuts is open. */
export const keysSheetAtom = atom(false);
