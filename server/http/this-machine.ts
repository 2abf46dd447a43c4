import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isLoopback } from './network-address.ts';

/** Any of them says that somebody else asked and the one who connects hands it on. */
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

/** Whether this machine itself is asking; what came through a proxy may come from anywhere. */
export function isThisMachine({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>) {
  return !isForwarded(headers) && isLoopback(socket.remoteAddress);
}
