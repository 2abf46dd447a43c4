import { API_PATHS } from './pages/paths.ts';

/**
 * Lower-case letters, digits and some marks, with no dot at either end, so that every file system treats the
 * name alike. Windows and macOS treat `A.mp3` as `a.mp3`, and Windows also `a.mp3.`.
 */
const PART = /^[a-z0-9_](?:[a-z0-9._-]{0,126}[a-z0-9_-])?$/;
/** Reserved device names on Windows, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/;
/** Folders plus the file name. */
const MAX_DEPTH = 6;

export function isStoredName(name: string): boolean {
  const parts = name.split('/');
  return parts.length <= MAX_DEPTH && parts.every((part) => PART.test(part) && !DEVICE.test(part));
}

/** Whether this is the canonical address of a file in our storage. */
export function isStoredAddress(bucket: 'audio' | 'images', address: string): boolean {
  const prefix = `${API_PATHS.publicObject}/${bucket}/`;
  return address.startsWith(prefix) && isStoredName(address.slice(prefix.length));
}
