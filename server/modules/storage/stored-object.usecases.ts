import { API_PATHS } from '#contract/words/paths.ts';
import { type ObjectName, parseObjectName } from './object-name.ts';

const PREFIX = `${API_PATHS.publicObject}/`;

/** The stored file of an address with or without origin; undefined for others. */
export function objectOfAddress(address: string): ObjectName | undefined {
  const path = URL.canParse(address) ? new URL(address).pathname : address;
  return path.startsWith(PREFIX) ? parseObjectName(path.slice(PREFIX.length)) : undefined;
}
