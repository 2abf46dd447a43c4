import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callAuth } from '#tests/support/servers/auth-call.ts';
import { type ServerProcess, startServerProcess } from '#tests/support/servers/server-process.ts';

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: Record<string, unknown>;
}
const attributesOf = (list: { key: string; value: object }[]) =>
  Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value)[0]]));

let collector: Server;
let server: ServerProcess;
const received: { path: string; key: string; text: string }[] = [];

beforeAll(async () => {
  collector = createServer(async (req, res) => {
    const text = (await buffer(req)).toString();
    received.push({ path: req.url ?? '', key: String(req.headers['x-key']), text });
    res.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const { port } = collector.address() as AddressInfo; // The server listens on TCP.
  server = await startServerProcess({
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=of-the-collector',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
      OTEL_BSP_SCHEDULE_DELAY: '100',
      TRUST_PROXY: '1',
    },
  });
});
afterAll(async () => {
  await server.stop();
  collector.close();
});

const resources = () => received.flatMap(({ text }) => JSON.parse(text).resourceSpans);
const spans = (): Span[] =>
  resources()
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap((scope) => scope.spans)
    .map((span) => ({ ...span, attributes: attributesOf(span.attributes) }));
const spanNamed = (name: string) =>
  expect.poll(() => spans().find((span) => span.name === name)).toBeTruthy();

test('a request is a span below the proxy’s, and its statements are child spans', async () => {
  const [traceId, proxy] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7'];
  await fetch(`${server.url}/rest/v1/audio_content?select=id&title=eq.Gratitude%20Prayer`, {
    headers: { traceparent: `00-${traceId}-${proxy}-01` },
  });
  await spanNamed('GET /rest/v1/:table');
  await spanNamed('SELECT audio_content');
  const request = spans().find(({ name }) => name === 'GET /rest/v1/:table');
  expect(request).toMatchObject({
    traceId,
    parentSpanId: proxy,
    attributes: { 'http.route': '/rest/v1/:table', 'http.response.status_code': 200 },
  });
  const query = spans().find((it) => it.name === 'SELECT audio_content' && it.traceId === traceId);
  expect(query).toMatchObject({
    parentSpanId: request?.spanId,
    attributes: { 'db.system.name': 'sqlite', 'db.collection.name': 'audio_content' },
  });
  expect(received[0]).toMatchObject({ path: '/v1/traces', key: 'of-the-collector' });
  expect(attributesOf(resources()[0].resource.attributes)).toMatchObject({
    'service.name': 'cradlesong',
    'deployment.environment.name': 'test',
  });
});

test('spans contain neither personal data nor passwords or tokens', async () => {
  const person = { email: 'ruth.secret@example.org', password: 'a very secret password' };
  const { body: session } = await callAuth(server, '/signup', { body: person });
  await fetch(`${server.url}/rest/v1/profiles?id=eq.${session.user.id}`, {
    headers: { Authorization: `Bearer ${session.access_token}`, 'User-Agent': 'secret-browser' },
  });
  await fetch(`${server.url}/auth/v1/verify?token=very-secret-token&type=signup`);
  await fetch(`${server.url}/account-deletion-requests/data?token=very-secret-token`);
  await fetch(`${server.url}/secret/address`);
  await spanNamed('POST /auth/v1/signup');
  await spanNamed('GET other');
  const said = received.map(({ text }) => text).join();
  expect(said).not.toMatch(/secret|127\.0\.0\.1|ruth/);
  expect(said).not.toContain(session.user.id);
  expect(said).not.toContain(session.access_token.split('.')[2]);
});

test('pending spans are exported before the program exits', async () => {
  await fetch(`${server.url}/support`);
  await server.stop();
  expect(spans().map(({ name }) => name)).toContain('GET /support');
});
