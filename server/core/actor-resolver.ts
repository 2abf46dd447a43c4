import type { IncomingHttpHeaders } from 'node:http';
import type { Actor } from './actor.ts';

/** Who sent these headers; throws an `AppError` for a token that is not, or no longer, good. */
export type ResolveActor = (request: { headers: IncomingHttpHeaders }) => Promise<Actor>;
