import { connect } from 'node:net';

// Holds many event streams open as a page does: reconnects with Last-Event-ID after a disconnect.
const RETRY_MS = 250;
const [url = '', count = ''] = process.argv.slice(2);
const { hostname, port, pathname, search, host } = new URL(url);

interface Stream {
  isOpen: boolean;
  lastId: number;
  /** Received event ids with their wall-clock times. */
  seen: Map<number, number>;
}

const streams: Stream[] = [];
const wallClock = () => performance.timeOrigin + performance.now();

function open(stream: Stream) {
  const socket = connect({ host: hostname, port: Number(port) });
  let unread = '';
  socket.on('connect', () => {
    const resume = stream.lastId > 0 ? `Last-Event-ID: ${stream.lastId}\r\n` : '';
    socket.write(
      `GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\nAccept: text/event-stream\r\n${resume}\r\n`,
    );
  });
  socket.on('data', (chunk) => {
    const at = wallClock();
    const frames = (unread + chunk.toString('latin1')).split('\n\n');
    unread = frames.pop() ?? '';
    for (const frame of frames) {
      stream.isOpen ||= frame.startsWith('HTTP/1.1 200');
      const id = Number(/^id: (\d+)$/m.exec(frame)?.[1] ?? stream.lastId);
      stream.lastId = id;
      if (/^event: (INSERT|UPDATE|DELETE)$/m.test(frame)) stream.seen.set(id, at);
    }
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    stream.isOpen = false;
    setTimeout(open, RETRY_MS * (0.5 + Math.random()), stream);
  });
}

for (let index = 0; index < Number(count); index += 1) {
  const stream: Stream = { isOpen: false, lastId: 0, seen: new Map() };
  streams.push(stream);
  open(stream);
  // A thousand connections at once overflow the server's listen queue.
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
