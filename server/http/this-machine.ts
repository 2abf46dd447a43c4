import type { IncomingMessage } from 'node:http';

/** The desktop's window and a kiosk come from here, and whoever tries the program out. */
export function isLoopback(address: string | undefined): boolean {
  return /^(127\.|::1$|::ffff:127\.)/.test(address ?? '');
}

/** Whether this machine itself is asking; what came through a proxy may come from anywhere. */
export function isThisMachine({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>) {
  const isForwarded =
    headers['x-forwarded-for'] !== undefined || headers['forwarded'] !== undefined;
  return !isForwarded && isLoopback(socket.remoteAddress);
}
