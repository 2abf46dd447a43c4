import { isIPv4, isIPv6 } from 'node:net';

/** What a proxy may write around an address: a port behind it, brackets around one of six, a zone. */
const IPV4_WITH_PORT = /^([\d.]+):\d+$/;
const IPV6_IN_BRACKETS = /^\[([^\]]*)\](?::\d+)?$/;
const MAPPED_IPV4 = '0:0:0:0:0:ffff';

/**
 * Who counts as one. Of IPv6 whoever is given one address is given the whole /64 around it, so the network
 * counts, however its zeros are written; an IPv4 address in the clothes of IPv6 is the IPv4 address.
 * What is no address at all stands for itself.
 */
export function networkOf(text: string): string {
  const address = readAddress(text);
  if (address === undefined || isIPv4(address)) return address ?? text;
  const groups = expand(address);
  return mappedIPv4(groups) ?? `${groups.slice(0, 4).join(':')}::/64`;
}

/** This machine's own addresses: the desktop's window and a kiosk come from there, and whoever tries the program out. */
export function isLoopback(text: string | undefined): boolean {
  const address = readAddress(text ?? '');
  if (address === undefined) return false;
  if (isIPv4(address)) return address.startsWith('127.');
  const groups = expand(address);
  return groups.join(':') === '0:0:0:0:0:0:0:1' || mappedIPv4(groups)?.startsWith('127.') === true;
}

function readAddress(text: string): string | undefined {
  const [, bare] = IPV4_WITH_PORT.exec(text) ?? IPV6_IN_BRACKETS.exec(text) ?? [];
  const [address = ''] = (bare ?? text).split('%', 1);
  return isIPv4(address) || isIPv6(address) ? address : undefined;
}

/** The eight groups, each without leading zeros and in lower case. */
function expand(address: string): string[] {
  const [head = '', tail] = address.split('::', 2);
  const [before, after] = [readGroups(head), readGroups(tail ?? '')];
  const missing = tail === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array<string>(missing).fill('0'), ...after];
}

function readGroups(text: string): string[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16).toString(16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
    return [(a * 256 + b).toString(16), (c * 256 + d).toString(16)];
  });
}

function mappedIPv4(groups: readonly string[]): string | undefined {
  if (groups.slice(0, 6).join(':') !== MAPPED_IPV4) return undefined;
  const bytes = groups.slice(6).flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 255];
  });
  return bytes.join('.');
}
