import { expect, test } from 'vitest';
import { createConnection } from './audio-requests.ts';

const HERE = 'https://app.test';
const json = () =>
  new Response('{"status":"ok"}', { headers: { 'content-type': 'application/json' } });
const portal = () => new Response('<html>', { headers: { 'content-type': 'text/html' } });
const recording = () =>
  new Response('ID', { status: 206, headers: { 'content-type': 'audio/mpeg' } });
const status = (code: number) => () => new Response(null, { status: code });
const nothing = (): Response => {
  throw new TypeError('Failed to fetch');
};

const never = new AbortController().signal;
const askWith = (file: () => Response, health: () => Response, address = `${HERE}/4.mp3`) =>
  createConnection(HERE, async (url) =>
    String(url).endsWith('/healthz') ? health() : file(),
  ).probe(address, never);

test.each([
  ['a recording', 'good', recording, json],
  ['no answer', 'lost', nothing, nothing],
  ['a server that is starting', 'lost', status(503), json],
  ['no such file', 'gone', status(404), json],
  ['an expired address', 'gone', status(403), json],
  ['an HTML page in place of a recording', 'foreign', portal, json],
  ['a captive portal that answers everything', 'lost', portal, portal],
])('a probe that finds %s results in "%s"', async (_name, result, file, health) => {
  expect(await askWith(file, health)).toBe(result);
});

test('for a recording of another origin, which the page must not fetch, only our server is probed', async () => {
  const elsewhere = 'https://elsewhere.test/4.mp3';
  expect(await askWith(nothing, json, elsewhere)).toBe('good');
  expect(await askWith(nothing, nothing, elsewhere)).toBe('lost');
});

test('at most four requests without a response are open, so that connections are left for playback', async () => {
  const asked: AbortSignal[] = [];
  const connection = createConnection(HERE, (_url, init) => {
    if (init?.signal) asked.push(init.signal);
    return new Promise((_resolve, reject) =>
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
    );
  });
  const stop = new AbortController();
  const answers = Array.from({ length: 6 }, () => connection.probe('/4.mp3', stop.signal));
  expect(asked).toHaveLength(4);
  stop.abort();
  expect(await Promise.all(answers)).toEqual(Array(6).fill('lost'));
});
