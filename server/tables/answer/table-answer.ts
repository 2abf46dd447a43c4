import type { IncomingMessage, ServerResponse } from 'node:http';

/** What goes back to the client, before anything is sent. */
export interface TableAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  /** The same for everyone of the role until the change log grows. */
  readonly isShareable: boolean;
}

export function sendAnswer(req: IncomingMessage, res: ServerResponse, answer: TableAnswer): void {
  const { status, headers, body } = answer;
  // A 204 must not have a length; every other answer has, also for HEAD.
  const length =
    status === 204 || status === 304 ? {} : { 'Content-Length': Buffer.byteLength(body) };
  res.writeHead(status, { ...headers, ...length });
  res.end(req.method === 'HEAD' || status === 204 || status === 304 ? undefined : body);
}
