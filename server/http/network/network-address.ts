import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Express, Request } from 'express';
import ipaddr from 'ipaddr.js';

/** Forms in which proxies write addresses: with a port, brackets around IPv6, a zone. */
const IPV4_WITH_PORT = /^([\d.]+):\d+$/;
const IPV6_IN_BRACKETS = /^\[([^\]]*)\](?::\d+)?$/;

/**
 * Returns the address or network that rate limits count. For IPv6 it is the /64 network, because one client controls
 * all of its addresses. An IPv4-mapped address counts as IPv4. Text that is not an address is returned unchanged.
 */
export function networkOf(text: string): string {
  const address = readAddress(text);
  if (address === undefined) return text;
  if (!('parts' in address)) return address.toString();
  const [a, b, c, d] = address.parts.map((part) => part.toString(16));
  return `${a}:${b}:${c}:${d}::/64`;
}

/** The address or network of the client, for rate limits. */
export function addressOf(req: Request): string {
  return networkOf(req.ip ?? '');
}

/** Reads the client address of a request that has not passed Express. */
export function createAddressReader(app: Express): (req: IncomingMessage) => string {
  return (req) => {
    const { headers, socket } = req;
    const asExpressSees = { app, headers, socket, connection: socket };
    return networkOf(String(Reflect.get(app.request, 'ip', asExpressSees) ?? ''));
  };
}

/** Loopback addresses: used by the desktop window, a kiosk and local trials. */
export function isLoopback(text: string | undefined): boolean {
  return readAddress(text ?? '')?.range() === 'loopback';
}

/** Any of these headers shows that a proxy forwarded the request. */
export const FORWARDING_HEADERS = [
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'forwarded',
  'via',
];

/** Whether the request is from this machine; requests through a proxy are not. */
export function isThisMachine({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>) {
  const isForwarded = FORWARDING_HEADERS.some((name) => headers[name] !== undefined);
  return !isForwarded && isLoopback(socket.remoteAddress);
}

function readAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const [, bare] = IPV4_WITH_PORT.exec(text) ?? IPV6_IN_BRACKETS.exec(text) ?? [];
  const [address = ''] = (bare ?? text).split('%', 1);
  // ipaddr.js also reads `127.1` and `0x7f000001`. `process` turns an IPv4-mapped address into IPv4.
  return isIP(address) === 0 ? undefined : ipaddr.process(address);
}
