import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIPv4, isIPv6 } from 'node:net';
import type { Express, Request } from 'express';

/** Forms in which proxies write addresses: with a port, brackets around IPv6, a zone. */
const IPV4_WITH_PORT = /^([\d.]+):\d+$/;
const IPV6_IN_BRACKETS = /^\[([^\]]*)\](?::\d+)?$/;
const MAPPED_IPV4 = '0:0:0:0:0:ffff';

/**
 * Subject of rate limits: for IPv6 the /64 network, because one client controls all of it; an IPv4-mapped
 * address counts as IPv4. Anything that is no address is returned unchanged.
 */
export function networkOf(text: string): string {
  const address = readAddress(text);
  if (address === undefined || isIPv4(address)) return address ?? text;
  const groups = expand(address);
  return mappedIPv4(groups) ?? `${groups.slice(0, 4).join(':')}::/64`;
}

/** Client address for rate limits. */
export function addressOf(req: Request): string {
  return networkOf(req.ip ?? '');
}

/** The same for a request that has not passed Express. */
export function createAddressReader(app: Express): (req: IncomingMessage) => string {
  return (req) => {
    const { headers, socket } = req;
    const asExpressSees = { app, headers, socket, connection: socket };
    return networkOf(String(Reflect.get(app.request, 'ip', asExpressSees) ?? ''));
  };
}

/** Loopback addresses: used by the desktop window, a kiosk and local trials. */
export function isLoopback(text: string | undefined): boolean {
  const address = readAddress(text ?? '');
  if (address === undefined) return false;
  if (isIPv4(address)) return address.startsWith('127.');
  const groups = expand(address);
  return groups.join(':') === '0:0:0:0:0:0:0:1' || mappedIPv4(groups)?.startsWith('127.') === true;
}

/** Any of these headers shows that a proxy forwarded the request. */
const FORWARDING_HEADERS = [
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'forwarded',
  'via',
];

export function isForwarded(headers: IncomingHttpHeaders): boolean {
  return FORWARDING_HEADERS.some((name) => headers[name] !== undefined);
}

/** Whether the request is from this machine; requests through a proxy are not. */
export function isThisMachine({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>) {
  return !isForwarded(headers) && isLoopback(socket.remoteAddress);
}

function readAddress(text: string): string | undefined {
  const [, bare] = IPV4_WITH_PORT.exec(text) ?? IPV6_IN_BRACKETS.exec(text) ?? [];
  const [address = ''] = (bare ?? text).split('%', 1);
  return isIPv4(address) || isIPv6(address) ? address : undefined;
}

/** The eight groups, lower case and without leading zeros. */
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
