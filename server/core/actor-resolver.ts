import type { IncomingMessage } from 'node:http';
import type { Actor } from './actor.ts';

/** Who sent this; throws an `AppError` for a token that is not, or no longer, good. */
export type ResolveActor = (request: Pick<IncomingMessage, 'headers' | 'socket'>) => Promise<Actor>;
