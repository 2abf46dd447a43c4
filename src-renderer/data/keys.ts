import { atom } from 'jotai';
import { readDevice, textKey, writeDevice } from '#renderer/lib/device-storage.ts';

const keysKey = textKey('keys', ['on', 'off']);

/** Single keys can be switched off (WCAG 2.1.4): a voice that types sets them off by accident. */
export function areKeysOn(): boolean {
  return readDevice(keysKey) !== 'off';
}

export function switchKeys(isOn: boolean): void {
  writeDevice(keysKey, isOn ? 'on' : 'off');
}

/** Whether the list of keys is open. */
export const keysSheetAtom = atom(false);
