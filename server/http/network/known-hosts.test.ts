import { expect, test } from 'vitest';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { requestRaw } from '#tests/support/servers/http-client.ts';
import { createHostCheck } from './known-hosts.ts';

const hosted = {
  KIOSK: false,
  HOST: undefined,
  SITE_URL: 'https://cradlesong.example',
  ALLOWED_HOSTS: ['www.cradlesong.example'],
};
const desktop = { ...hosted, HOST: '127.0.0.1', SITE_URL: 'http://localhost:4310' };
const kiosk = { ...hosted, KIOSK: true, HOST: '0.0.0.0', SITE_URL: 'http://192.168.1.5:50123' };

test.each([
  ['a hosted server', 'cradlesong.example', hosted],
  ['a hosted server', 'CradleSong.example:443', hosted],
  ['a hosted server', 'www.cradlesong.example', hosted],
  ['a hosted server', '192.168.1.5:4310', hosted],
  ['a hosted server', 'nursery.local:4310', hosted],
  ['a hosted server', 'app.prod.svc.cluster.local', hosted],
  ['a desktop', 'localhost:50123', desktop],
  ['a desktop', '[::1]:50123', desktop],
  ['a shared kiosk', '192.168.1.5:50123', kiosk],
  ['a hosted server without a Host header', undefined, hosted],
] as const)('%s is accepted under the name %s', (_what, host, config) => {
  expect(createHostCheck(config)(host)).toBe(true);
});

test.each([
  ['a hosted server', 'attacker.example', hosted],
  ['a hosted server', 'cradlesong.example.attacker.example', hosted],
  ['a hosted server', '127.0.0.1.attacker.example', hosted],
  ['a desktop', 'attacker.example:50123', desktop],
  ['a desktop', '127.attacker.example:50123', desktop],
  ['a desktop', '192.168.1.5:50123', desktop],
  ['a shared kiosk', 'attacker.example:50123', kiosk],
  ['a shared kiosk', '192.168.1.6:50123', kiosk],
] as const)('%s is refused under the name %s', (_what, host, config) => {
  expect(createHostCheck(config)(host)).toBe(false);
});

test('an absolute-form request is routed like a path, by its own host name', async () => {
  const server = await createTestServer({ config: { KIOSK: true } });
  for (const [path, status] of [
    ['/auth/v1/settings', 200],
    ['/rest/v1/audio_content?select=id', 200],
    ['/realtime/v1/changes', 400],
    ['/storage/v1/object/public/audio/none.mp3', 404],
  ] as const) {
    const plain = await requestRaw(server.url, path);
    const absolute = await requestRaw(server.url, server.url + path);
    expect([path, absolute.status, absolute.body]).toEqual([path, status, plain.body]);
  }
  const foreign = await requestRaw(server.url, 'http://attacker.example/auth/v1/settings');
  expect(foreign.status).toBe(421);
});

test('DNS rebinding reaches nothing but the health check', async () => {
  const server = await createTestServer({ config: { KIOSK: true } });
  const ask = (path: string, Host: string) => requestRaw(server.url, path, { headers: { Host } });
  const { host } = new URL(server.url);
  for (const path of [
    '/',
    '/admin',
    '/auth/v1/settings',
    '/rest/v1/audio_content?select=id',
    '/realtime/v1/changes?table=audio_content',
    '/storage/v1/object/public/audio/none.mp3',
    '/metrics',
  ]) {
    const refused = await ask(path, 'attacker.example');
    expect([path, refused.status]).toEqual([path, 421]);
    expect(JSON.parse(refused.body)).toMatchObject({ code: 'unknown_host' });
  }
  expect((await ask('/auth/v1/settings', host)).status).toBe(200);
  expect((await ask('/healthz', 'probe.platform.example')).status).toBe(200);
});
