import type { Request } from 'express';

/** The desktop's window and a kiosk come from here, and whoever tries the program out. */
export function isLoopback(address: string | undefined): boolean {
  return /^(127\.|::1$|::ffff:127\.)/.test(address ?? '');
}

/** Whether this machine itself is asking; what came through a proxy may come from anywhere. */
export function isThisMachine(req: Request): boolean {
  const isForwarded =
    req.get('x-forwarded-for') !== undefined || req.get('forwarded') !== undefined;
  return !isForwarded && isLoopback(req.socket.remoteAddress);
}
