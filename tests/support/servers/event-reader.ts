import { type IncomingMessage, type RequestOptions, request } from 'node:http';

export interface ReadEvent {
  id: number;
  event: string;
  data: { type?: string; record?: Record<string, unknown>; old_record?: Record<string, unknown> };
}

export interface EventReader {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  /** All events so far, without heartbeats. */
  readonly events: readonly ReadEvent[];
  /** The id for reconnecting. */
  lastId(): number;
  /** Resolves with the event at this index, from 0. */
  event(index: number): Promise<ReadEvent>;
  /** Resolves when the server has ended the stream. */
  ended: Promise<void>;
  close(): void;
}

/** Reads an event stream as a page would; resolves when the server has sent the log position. */
export async function openEventReader(
  url: string,
  options: Pick<RequestOptions, 'headers'> = {},
): Promise<EventReader> {
  const events: ReadEvent[] = [];
  const waiting = new Set<() => void>();
  let lastId: number | undefined;
  let rest = '';
  const outgoing = request(url, { ...options, agent: false });
  outgoing.end();
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.on('response', resolve).on('error', reject);
  });
  const ended = new Promise<void>((resolve) => response.once('close', resolve));
  response.on('error', () => undefined);
  const changed = () => new Promise<void>((resolve) => waiting.add(resolve));
  response.setEncoding('utf8').on('data', (text: string) => {
    const blocks = (rest + text).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const id = /^id: (\d+)$/m.exec(block)?.[1];
      if (id !== undefined) lastId = Number(id);
      const event = /^event: (.+)$/m.exec(block)?.[1];
      const data = /^data: (.+)$/m.exec(block)?.[1];
      if (event && data) events.push({ id: lastId ?? 0, event, data: JSON.parse(data) });
    }
    for (const resolve of waiting) resolve();
    waiting.clear();
  });
  const reader: EventReader = {
    status: response.statusCode ?? 0,
    headers: response.headers,
    events,
    lastId: () => lastId ?? 0,
    async event(index) {
      while (events[index] === undefined) await changed();
      return events[index];
    },
    ended,
    close: () => outgoing.destroy(),
  };
  if (reader.status === 200) while (lastId === undefined) await changed();
  return reader;
}
