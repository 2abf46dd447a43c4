import { API_PATHS } from './paths.ts';

/**
 * Small letters, digits and a few marks, no dot at either end: a name that no file system reads in
 * another way. Windows and macOS take `A.mp3` for `a.mp3`, and Windows `a.mp3.` too; here these are no
 * names at all, on every system.
 */
const PART = /^[a-z0-9_](?:[a-z0-9._-]{0,126}[a-z0-9_-])?$/;
/** What Windows takes for a device, whatever ending it has. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/;
/** Folders, and the name itself. */
export const MAX_DEPTH = 6;

/** Whether a file of ours may have this name, folders included. */
export function isStoredName(name: string): boolean {
  const parts = name.split('/');
  return parts.length <= MAX_DEPTH && parts.every((part) => PART.test(part) && !DEVICE.test(part));
}

/** Whether this is the address of a file in our own storage, spelt the one way it has. */
export function isStoredAddress(bucket: 'audio' | 'images', address: string): boolean {
  const prefix = `${API_PATHS.publicObject}/${bucket}/`;
  return address.startsWith(prefix) && isStoredName(address.slice(prefix.length));
}
