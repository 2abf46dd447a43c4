import type { IncomingMessage } from 'node:http';
import type { Actor } from './actor.ts';

/** Resolves the sender; throws an `AppError` for an invalid or expired token. */
export type ResolveActor = (request: Pick<IncomingMessage, 'headers' | 'socket'>) => Promise<Actor>;
