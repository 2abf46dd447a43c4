import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';

export interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Sends a GET with the target exactly as written: `fetch` would normalise an attacker's path. */
export async function requestRaw(
  url: string,
  path: string,
  { headers = {} }: { headers?: Record<string, string> } = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  const outgoing = request({ hostname, port, path, headers, agent: false });
  outgoing.end();
  // The event's only argument.
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  const body = Buffer.concat(await answer.toArray()).toString('latin1');
  return { status: answer.statusCode ?? 0, headers: answer.headers, body };
}
