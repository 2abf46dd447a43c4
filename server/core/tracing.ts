import type { IncomingMessage, RequestListener } from 'node:http';
import type { QueryListener } from '#db/query-log.ts';

/** Tells a collector what a request took its time for. */
export interface Tracing {
  /** Every request becomes a span, named by the pattern of its route. */
  wrap(listener: RequestListener, routeOf: (req: IncomingMessage) => string): RequestListener;
  /** Every statement becomes one below that of its request. */
  readonly onQuery: QueryListener;
  /** Sends what is not sent yet. */
  close(): Promise<void>;
}
