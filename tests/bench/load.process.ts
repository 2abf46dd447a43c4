import { connect } from 'node:net';
import { z } from 'zod';
import { percentile } from './measure.ts';

// A load client for machines without wrk: raw sockets, since node:http would be slower than what it measures.
const { url, seconds, connections, headers } = z
  .object({
    url: z.url(),
    seconds: z.number(),
    connections: z.number(),
    headers: z.record(z.string(), z.string()),
  })
  .parse(JSON.parse(process.argv[2] ?? ''));

const { hostname, port, pathname, search, host } = new URL(url);
const headerLines = Object.entries({ Host: host, ...headers }).map(
  ([name, value]) => `${name}: ${value}\r\n`,
);
const request = Buffer.from(`GET ${pathname}${search} HTTP/1.1\r\n${headerLines.join('')}\r\n`);
const latencies: number[] = [];
const stopAt = performance.now() + seconds * 1000;

const LAST_CHUNK = '\r\n0\r\n\r\n';

/** Calls back with the status once a whole answer has gone by, whether its length was said or it came in chunks. */
function createAnswerCounter(onAnswer: (status: number) => void) {
  let head = '';
  let missing = 0;
  let status = 0;
  /** The last bytes of an answer in chunks; nothing follows it, since the next question waits for it. */
  let tail: string | undefined;
  const readChunks = (bytes: Buffer) => {
    tail = `${tail}${bytes.toString('latin1')}`.slice(-LAST_CHUNK.length);
    if (tail !== LAST_CHUNK) return;
    tail = undefined;
    onAnswer(status);
  };
  return (chunk: Buffer) => {
    let rest = chunk;
    if (tail !== undefined) return readChunks(rest);
    if (missing === 0) {
      head += rest.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      status = Number(head.slice(9, 12));
      rest = Buffer.from(head.slice(end + 4), 'latin1');
      const fields = head.slice(0, end);
      head = '';
      if (/transfer-encoding: chunked/i.test(fields)) {
        tail = '';
        return readChunks(rest);
      }
      missing = Number(/content-length: (\d+)/i.exec(fields)?.[1]);
      if (Number.isNaN(missing)) throw new Error(`no length: ${fields}`);
    }
    missing -= rest.length;
    if (missing === 0) onAnswer(status);
  };
}

/** Resolves with the answers that came, when the time is up or the server ends the connection. */
function askUntilClosed(): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let sentAt = 0;
    let answers = 0;
    const send = () => {
      sentAt = performance.now();
      socket.write(request);
    };
    socket.on('connect', send);
    socket.on('close', () => resolve(answers));
    socket.on('error', (error) => {
      // One that was in use may be ended in the middle of a request; one that was never answered is refused.
      if (answers === 0) reject(error);
    });
    socket.on(
      'data',
      createAnswerCounter((status) => {
        const now = performance.now();
        answers += 1;
        latencies.push(now - sentAt);
        if (status >= 300) reject(new Error(`status ${status} from ${url}`));
        else if (now < stopAt) send();
        else socket.destroy();
      }),
    );
  });
}

/** A server may end a connection, as nginx does after a thousand requests: then the next one is opened. */
async function keepBusy(): Promise<void> {
  while (performance.now() < stopAt) {
    if ((await askUntilClosed()) === 0)
      throw new Error(`${url} ends connections without an answer`);
  }
}

await Promise.all(Array.from({ length: connections }, keepBusy));
console.log(
  JSON.stringify({
    requestsPerSecond: latencies.length / seconds,
    p99Ms: percentile(latencies, 0.99),
  }),
);
