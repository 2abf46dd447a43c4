import { connect } from 'node:net';
import { streamCommandSchema } from './event-stream-messages.ts';

// Holds very many event streams open, the way a page does: comes back with Last-Event-ID when cut off.
const RETRY_MS = 250;
const { url, count } = streamCommandSchema.parse(JSON.parse(process.argv[2] ?? ''));
const { hostname, port, pathname, search, host } = new URL(url);

interface Stream {
  isOpen: boolean;
  lastId: number;
  /** Every id it was given, with the wall-clock time. */
  seen: Map<number, number>;
}

const streams: Stream[] = [];
const wallClock = () => performance.timeOrigin + performance.now();

function open(stream: Stream) {
  const socket = connect(Number(port), hostname);
  let unread = '';
  socket.on('connect', () => {
    const resume = stream.lastId > 0 ? `Last-Event-ID: ${stream.lastId}\r\n` : '';
    socket.write(
      `GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\nAccept: text/event-stream\r\n${resume}\r\n`,
    );
  });
  socket.on('data', (chunk) => {
    const at = wallClock();
    const text = unread + chunk.toString('latin1');
    if (!stream.isOpen) stream.isOpen = text.startsWith('HTTP/1.1 200');
    for (const [, id] of text.matchAll(/^id: ?(\d+)\r?\n/gm)) {
      stream.lastId = Number(id);
      stream.seen.set(stream.lastId, at);
    }
    // an id may be cut in two by the end of a packet; ids already read must not be read again
    unread = text.slice(text.lastIndexOf('\n') + 1);
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    stream.isOpen = false;
    setTimeout(open, RETRY_MS * (0.5 + Math.random()), stream);
  });
}

for (let index = 0; index < count; index += 1) {
  const stream: Stream = { isOpen: false, lastId: 0, seen: new Map() };
  streams.push(stream);
  open(stream);
  // a thousand connections at once overflow the listen queue of the server
  if (index % 200 === 199) await new Promise((resolve) => setTimeout(resolve, 20));
}

process.on('message', () => {
  const arrivals: Record<number, number[]> = {};
  for (const { seen } of streams) {
    for (const [id, at] of seen) {
      arrivals[id] ??= [];
      arrivals[id].push(at);
    }
  }
  process.send?.({ open: streams.filter(({ isOpen }) => isOpen).length, arrivals });
});
