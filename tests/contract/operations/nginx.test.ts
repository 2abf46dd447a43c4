import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import https from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createClient } from '@supabase/supabase-js';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { API_PATHS, publicObjectPath } from '#contract/constants/pages/paths.ts';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { insertRows } from '#tests/support/databases/create-test-db.ts';
import { createTestServer, type TestServer } from '#tests/support/servers/create-test-server.ts';
import { requestRaw } from '#tests/support/servers/http-client.ts';
import { hasNginx, startNginx } from '#tests/support/servers/nginx.ts';
import { startServerProcess } from '#tests/support/servers/server-process.ts';
import { fetchAdminToken } from '#tests/support/sign-in.ts';

const IS_NGINX_THERE = await hasNginx();
const free = publicObjectPath('audio', 'free-0123456789abcdef.mp3');
const premium = publicObjectPath('audio', 'premium-0123456789abcdef.mp3');
const cover = publicObjectPath('images', 'cover-0123456789abcdef.png');
const rows = {
  audio_content: [
    buildTrack({ audio_url: free }),
    buildTrack({ audio_url: premium, is_premium: true }),
  ],
};

/** Headers about the connection and the sender; nginx creates its own ETag. */
const OF_THE_SENDER = new Set([
  'connection',
  'keep-alive',
  'date',
  'server',
  'etag',
  'last-modified',
]);

function putFile(storage: string, path: string): void {
  const file = join(storage, path.slice(API_PATHS.publicObject.length));
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, `the bytes of ${path}`);
}

/** nginx in front of a server, until the end of the test. */
async function startFront({ url, deps }: TestServer, options?: Parameters<typeof startNginx>[2]) {
  const nginx = await startNginx(url, deps.config.DATA_DIR, options);
  onTestFinished(() => nginx.stop());
  return nginx;
}

async function askByTls(url: string, ca: string) {
  const request = https.request(url, { ca }).end();
  const [answer] = await once(request, 'response');
  return { status: answer.statusCode, text: await text(answer) };
}

describe.skipIf(!IS_NGINX_THERE)(
  IS_NGINX_THERE
    ? 'behind the shipped nginx configuration'
    : 'behind nginx, skipped: not installed on this machine',
  () => {
    test.each([
      ['nginx sending the files itself', '/_files/'],
      ['nginx passing on the server’s responses', undefined],
    ])(
      '[D2] with %s, premium recordings are refused while the gate is on, but covers never are',
      async (_how, accel) => {
        const server = await createTestServer({ rows, config: { ACCEL_REDIRECT: accel } });
        const { STORAGE_DIR } = server.deps.config;
        for (const path of [free, premium, cover]) putFile(STORAGE_DIR, path);
        const nginx = await startFront(server);
        const ask = async (path: string) => {
          const answer = await fetch(nginx.url + path, { headers: { Range: 'bytes=0-8' } });
          const policy = answer.headers.get('cross-origin-resource-policy');
          return [answer.status, answer.ok ? await answer.text() : '', policy];
        };
        const token = await fetchAdminToken(server);
        const turn = (value: boolean) =>
          server
            .supabase(token)
            .from('settings')
            .upsert({ key: 'premium_gate', value })
            .throwOnError();
        const heard = [206, 'the bytes', 'cross-origin'];
        expect([await ask(free), await ask(premium), await ask(cover)]).toEqual(
          Array(3).fill(heard),
        );
        await turn(true);
        expect([await ask(free), await ask(cover)]).toEqual(Array(2).fill(heard));
        expect((await ask(premium))[0]).toBe(403);
        expect((await ask('/_files/audio/premium-0123456789abcdef.mp3'))[0]).toBe(404);
        const signed = await fetch(`${nginx.url}${API_PATHS.signedObject}/audio_content/2`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${token}` },
        });
        const { path } = await signed.json();
        expect(await ask(path)).toEqual(heard);
        const kept = await fetch(`${nginx.url}${path}&download=${encodeURIComponent('Ύμνος.mp3')}`);
        expect(await kept.text()).toBe(`the bytes of ${premium}`);
        expect(kept.headers.get('content-disposition')).toBe(
          `attachment; filename="premium-0123456789abcdef.mp3"; filename*=UTF-8''${encodeURIComponent('Ύμνος.mp3')}`,
        );
        await turn(false);
        expect(await ask(premium)).toEqual(heard);
      },
    );

    test('files sent by nginx have the server’s headers, and missing files are answered by the server', async () => {
      const server = await createTestServer({ rows, config: { ACCEL_REDIRECT: '/_files/' } });
      const straight = await createTestServer({ rows });
      const paths = [cover, publicObjectPath('images', 'mine.png'), free];
      for (const { deps } of [server, straight]) {
        for (const path of paths) putFile(deps.config.STORAGE_DIR, path);
      }
      const nginx = await startFront(server);
      const headersOf = async (url: string, sent: Record<string, string>) => {
        const answer = await fetch(url, { headers: sent });
        await answer.arrayBuffer();
        const headers = [...answer.headers].filter(([name]) => !OF_THE_SENDER.has(name));
        return { status: answer.status, headers: Object.fromEntries(headers) };
      };
      for (const path of [...paths, publicObjectPath('images', 'gone-0123456789abcdef.png')]) {
        for (const sent of [{}, { Range: 'bytes=0-8' }]) {
          const expected = await headersOf(straight.url + path, sent);
          // nginx omits Accept-Ranges in partial responses.
          if (expected.status === 206) delete expected.headers['accept-ranges'];
          expect(await headersOf(nginx.url + path, sent), path).toEqual(expected);
        }
      }
    });

    test('nginx terminates TLS, redirects the bare address, serves the ACME challenge folder, and passes changes on to the official client', async () => {
      const server = await createTestServer({ config: { TRUST_PROXY: '1' } });
      const nginx = await startFront(server);
      const challenge = join(nginx.acmeFolder, '.well-known/acme-challenge');
      mkdirSync(challenge, { recursive: true });
      writeFileSync(join(challenge, 'word'), 'of the giver');
      const healthy = await askByTls(`${nginx.tlsUrl}/healthz`, nginx.certificate);
      expect(healthy).toMatchObject({ status: 200, text: expect.stringContaining('ok') });
      const redirected = await fetch(`${nginx.bareUrl}/player/1?t=3`, { redirect: 'manual' });
      expect([redirected.status, redirected.headers.get('location')]).toEqual([
        308,
        'https://127.0.0.1/player/1?t=3',
      ]);
      const word = await fetch(`${nginx.bareUrl}/.well-known/acme-challenge/word`);
      expect(await word.text()).toBe('of the giver');

      const client = createClient(nginx.url, server.deps.config.ANON_KEY);
      const heard: unknown[] = [];
      const statuses: string[] = [];
      onTestFinished(() => void client.removeAllChannels());
      client
        .channel('public:audio_content')
        .on('postgres_changes', { event: 'INSERT', schema: 'public' }, (change) =>
          heard.push(change.new['title']),
        )
        .subscribe((status) => statuses.push(status));
      await expect.poll(() => statuses, { timeout: 10_000 }).toEqual(['SUBSCRIBED']);
      await insertRows(server.db, { audio_content: [buildTrack({ title: 'Through nginx' })] });
      await expect.poll(() => heard).toEqual(['Through nginx']);
    });

    test('neither incoming uploads nor other files of the data folder can be downloaded', async () => {
      const server = await createTestServer({ rows, config: { ACCEL_REDIRECT: '/_files/' } });
      const { DATA_DIR, STORAGE_DIR } = server.deps.config;
      const name = 'part-0123456789abcdef.png';
      for (const folder of ['.incoming', 'images/.incoming']) {
        mkdirSync(join(STORAGE_DIR, folder), { recursive: true });
        writeFileSync(join(STORAGE_DIR, folder, name), 'half a secret');
      }
      writeFileSync(join(DATA_DIR, 'jwt-secret.png'), 'a secret');
      const nginx = await startFront(server);
      const images = '/storage/v1/object/public/images';
      const ways = [
        `${images}/../.incoming/${name}`,
        `${images}/..%2f.incoming/${name}`,
        `${images}/.incoming/${name}`,
        `${images}/../../jwt-secret.png`,
        `/storage/v1/object/public/.incoming/${name}`,
        `/_files/.incoming/${name}`,
        `/_files/images/.incoming/${name}`,
        '/_files/audio/../../jwt-secret.png',
      ];
      for (const way of ways) {
        const answer = await requestRaw(nginx.url, way);
        expect([400, 403, 404], way).toContain(answer.status);
        expect(answer.body).not.toContain('secret');
      }
    });

    test('with every server down a browser gets a page and a client gets JSON, both with Retry-After; nginx’s log contains no query, no Referer and no address', async () => {
      const server = await createTestServer({ rows });
      const nginx = await startFront(server);
      const secret = 'one-time-secret';
      const verify = `${nginx.url}/auth/v1/verify?token=${secret}`;
      const headers = { Referer: `https://mail.example/?to=${secret}` };
      for (const url of [verify, `${nginx.url}/centre-numbers/${secret}`])
        await fetch(url, { headers, redirect: 'manual' });
      await server.close();
      // An error of nginx itself, whose error log would contain the whole request.
      expect((await fetch(verify, { headers })).status).toBe(503);
      const [access = '', errors] = nginx.logs();
      expect(access).toMatch(/ GET \/auth\/v1\/verify \d{3} /);
      expect(access + errors).not.toContain(secret);
      const line = /^\d{4}-\S+ [A-Z]+ \S+ \d{3} \d+ [\d.]+ \S+ \S+$/;
      expect(
        access
          .trim()
          .split('\n')
          .filter((it) => !line.test(it)),
      ).toEqual([]);

      const ask = async (path: string, accept: string) => {
        const answer = await fetch(nginx.url + path, { headers: { Accept: accept } });
        return [answer.status, answer.headers.get('retry-after'), await answer.text()];
      };
      const page = await ask('/home', 'text/html,*/*');
      expect(page).toEqual([503, '10', expect.stringContaining('Back in a moment')]);
      const [status, after, body] = await ask('/rest/v1/audio_content', 'application/json');
      expect([status, after]).toEqual([503, '5']);
      expect(JSON.parse(String(body))).toMatchObject({ code: 'PGRST001', hint: null });
      const [, , auth] = await ask('/auth/v1/user', '*/*');
      expect(JSON.parse(String(auth))).toMatchObject({ code: 503, error_code: 'starting' });
    });

    test('a frozen server delays only a few reads before the other one takes over', async () => {
      const [first, second] = [await startServerProcess(), await startServerProcess()];
      const nginx = await startNginx(first.url, first.dataDir, { second: second.url });
      process.kill(first.pid, 'SIGSTOP');
      onTestFinished(async () => {
        await Promise.all([nginx.stop(), first.stop('SIGKILL'), second.stop()]);
      });
      const waits: number[] = [];
      for (let count = 0; count < 14; count += 1) {
        const startedAt = performance.now();
        const answer = await fetch(`${nginx.url}/rest/v1/audio_content?select=id&limit=1`);
        waits.push(performance.now() - startedAt);
        expect(answer.status).toBe(200);
      }
      expect(waits.filter((wait) => wait > 1000).length).toBeLessThanOrEqual(5);
      expect(Math.max(...waits)).toBeLessThan(10_000);
    }, 90_000);

    test('nginx limits each address’s request rate, and body sizes outside uploads', async () => {
      const server = await createTestServer({ rows });
      const nginx = await startFront(server, { isLimited: true });
      const askOften = async () => {
        const asked = Array.from({ length: 200 }, () => fetch(`${nginx.url}/healthz`));
        return (await Promise.all(asked)).find(({ status }) => status === 429);
      };
      const refused = await vi.waitUntil(askOften, { timeout: 20_000, interval: 0 });
      expect(refused.headers.get('retry-after')).toBe('1');
      expect(await refused.json()).toMatchObject({ code: 'over_request_rate_limit' });
      const body = Buffer.alloc(3 * 1024 * 1024);
      const send = async (path: string) =>
        (await fetch(nginx.url + path, { method: 'POST', body })).status;
      await expect.poll(() => send('/auth/v1/signup')).toBe(413);
      expect(await send('/storage/v1/object/audio/large.mp3')).toBe(401);
    });
  },
);
