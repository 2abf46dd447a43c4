import type { IncomingMessage, ServerResponse } from 'node:http';
import { untakenAnswers } from './untaken-answers.ts';

/** What goes back to the client, before anything is sent. */
export interface TableAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  /** The same for everyone of the role until the change log grows. */
  readonly isShareable: boolean;
}

/** Up to here a text, which node sends in one piece with the head, goes faster than a Buffer beside it. */
const SMALL = 16 * 1024;

export function sendAnswer(req: IncomingMessage, res: ServerResponse, answer: TableAnswer): void {
  const { status, headers, body } = answer;
  const hasBody = status !== 204 && status !== 304;
  // A 204 must not have a length; every other answer has, also for HEAD.
  const bytes = Buffer.byteLength(body);
  const length = hasBody ? { 'Content-Length': bytes } : {};
  res.writeHead(status, { ...headers, ...length });
  if (!hasBody || req.method === 'HEAD') {
    res.end();
    return;
  }
  untakenAnswers.watch(req, res, bytes);
  res.end(isSmallText(answer) ? body.toString() : body);
}

/** Compressed bytes are no text. */
const isSmallText = ({ headers, body }: TableAnswer): boolean =>
  typeof body !== 'string' && body.length < SMALL && headers['Content-Encoding'] === undefined;
