import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { listen } from '#tests/support/servers/ports.ts';
import { followChanges } from './change-events.ts';

interface Connection {
  lastEventId: string | undefined;
  url: string;
  response: ServerResponse;
}

/** A real server; the test writes the events of each stream. */
async function startStreams() {
  const connections: Connection[] = [];
  const server = createServer((request: IncomingMessage, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.flushHeaders();
    connections.push({
      lastEventId: request.headers['last-event-id']?.toString(),
      url: request.url ?? '',
      response,
    });
  });
  const port = await listen(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const connection = (index: number) => vi.waitUntil(() => connections[index], { timeout: 5_000 });
  return { origin: `http://127.0.0.1:${port}`, connections, connection };
}

/** A document that can be hidden, because these tests run without a DOM. */
class Page extends EventTarget {
  hidden = false;
  hide(hidden: boolean) {
    this.hidden = hidden;
    this.dispatchEvent(new Event('visibilitychange'));
  }
}

let page: Page;
const stops: (() => void)[] = [];
beforeEach(() => {
  page = new Page();
  vi.stubGlobal('document', page);
  // Tests run without a window.
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('removeEventListener', () => {});
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

function follow(origin: string) {
  const onChange = vi.fn<(table: string | undefined) => void>();
  const retry = { firstMs: 10, maxMs: 40 };
  stops.push(followChanges({ tables: ['audio_content'], onChange, fetch, origin, retry }));
  return onChange;
}

const event = (id: number, type: string) =>
  `id: ${id}\nevent: ${type}\ndata: {"table":"audio_content"}\n\n`;

describe('the change events of a table', () => {
  test('are reported one by one, without heartbeats', async () => {
    const streams = await startStreams();
    const onChange = follow(streams.origin);
    const { response, url } = await streams.connection(0);
    expect(url).toBe('/realtime/v1/changes?table=audio_content');
    response.write(
      `: heartbeat\n\n${event(1, 'INSERT')}${event(2, 'UPDATE')}event: hello\ndata: {}\n\n`,
    );
    response.write(event(3, 'DELETE'));
    // The first connection reports that anything may have changed before it.
    const reported = [undefined, 'audio_content', 'audio_content', 'audio_content'];
    await vi.waitFor(() => expect(onChange.mock.calls.flat()).toEqual(reported));
  });

  test('resume after the last received one when the connection breaks', async () => {
    const streams = await startStreams();
    const onChange = follow(streams.origin);
    const first = await streams.connection(0);
    expect(first.lastEventId).toBeUndefined();
    first.response.write(event(41, 'UPDATE'));
    await vi.waitUntil(() => onChange.mock.calls.length === 2);
    first.response.destroy();
    const second = await streams.connection(1);
    expect(second.lastEventId).toBe('41');
    second.response.write(event(42, 'UPDATE'));
    await vi.waitUntil(() => onChange.mock.calls.length === 3);
  });

  test('after a reset, or a break before the first event, report that anything may have changed', async () => {
    const streams = await startStreams();
    const onChange = follow(streams.origin);
    await streams.connection(0);
    await vi.waitUntil(() => onChange.mock.calls.length === 1);
    streams.connections[0]?.response.destroy();
    const second = await streams.connection(1);
    await vi.waitUntil(() => onChange.mock.calls.length === 2);
    second.response.write('id: 77\nevent: reset\ndata: {}\n\n');
    await vi.waitUntil(() => onChange.mock.calls.length === 3);
    expect(onChange.mock.calls.flat()).toEqual([undefined, undefined, undefined]);
    second.response.end();
    expect((await streams.connection(2)).lastEventId).toBe('77');
  });
});

test('one stream follows all tables while the page is visible', () => {
  vi.useFakeTimers();
  const requests: { url: string; signal: AbortSignal | null | undefined }[] = [];
  const stop = followChanges({
    tables: ['audio_content', 'favorites'],
    onChange: () => {},
    fetch: (url, init) => {
      requests.push({ url: String(url), signal: init?.signal });
      return new Promise(() => {});
    },
  });
  const isOpen = () => requests.map(({ signal }) => signal?.aborted === false);
  expect(requests[0]?.url).toBe('/realtime/v1/changes?table=audio_content%2Cfavorites');
  page.hide(true);
  vi.advanceTimersByTime(4_000);
  page.hide(false);
  expect(isOpen()).toEqual([true]);
  page.hide(true);
  vi.advanceTimersByTime(6_000);
  expect(isOpen()).toEqual([false]);
  page.hide(false);
  expect(isOpen()).toEqual([false, true]);
  stop();
  page.hide(false);
  expect(isOpen()).toEqual([false, false]);
});
