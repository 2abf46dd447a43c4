import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import https from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { API_PATHS, publicObjectPath } from '#contract/words/paths.ts';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { createTestServer } from '#tests/support/create-test-server.ts';
import { requestRaw } from '#tests/support/http-client.ts';
import { hasNginx, startNginx } from '#tests/support/nginx.ts';
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

/** They tell of the connection and of who sends; nginx makes an ETag of its own, which it alone compares. */
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

async function askByTls(url: string, ca: string) {
  const request = https.request(url, { ca }).end();
  const [answer] = await once(request, 'response');
  return { status: answer.statusCode, text: await text(answer) };
}

describe.skipIf(!IS_NGINX_THERE)(
  IS_NGINX_THERE
    ? 'behind nginx, as it is shipped'
    : 'behind nginx, not tried: it is not installed on this machine',
  () => {
    test.each([
      ['which sends the files itself', '/_files/'],
      ['which passes on what the server sends', undefined],
    ])(
      '[D2] %s, the gate opens and closes for recordings and leaves covers alone',
      async (_how, accel) => {
        const server = await createTestServer({ rows, config: { ACCEL_REDIRECT: accel } });
        const { DATA_DIR, STORAGE_DIR } = server.deps.config;
        for (const path of [free, premium, cover]) {
          putFile(STORAGE_DIR, path);
        }
        const nginx = await startNginx(server.url, DATA_DIR);
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
        try {
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
          const kept = await fetch(
            `${nginx.url}${path}&download=${encodeURIComponent('Ύμνος.mp3')}`,
          );
          expect(await kept.text()).toBe(`the bytes of ${premium}`);
          expect(kept.headers.get('content-disposition')).toBe(
            `attachment; filename="premium-0123456789abcdef.mp3"; filename*=UTF-8''${encodeURIComponent('Ύμνος.mp3')}`,
          );
          await turn(false);
          expect(await ask(premium)).toEqual(heard);
        } finally {
          await nginx.stop();
        }
      },
    );

    test("what nginx sends itself has the headers the server gives it, and what it lacks is the server's", async () => {
      const server = await createTestServer({ rows, config: { ACCEL_REDIRECT: '/_files/' } });
      const straight = await createTestServer({ rows });
      const paths = [
        ...['cover-0123456789abcdef.png', 'deep/cover-0123456789abcdef.svg', 'mine.png'].map(
          (name) => publicObjectPath('images', name),
        ),
        ...[free, publicObjectPath('audio', 'mine.mp3')],
      ];
      for (const { deps } of [server, straight]) {
        for (const path of paths) putFile(deps.config.STORAGE_DIR, path);
      }
      const nginx = await startNginx(server.url, server.deps.config.DATA_DIR);
      const headersOf = async (url: string, sent: Record<string, string>) => {
        const answer = await fetch(url, { headers: sent });
        await answer.arrayBuffer();
        const headers = [...answer.headers].filter(([name]) => !OF_THE_SENDER.has(name));
        return { status: answer.status, headers: Object.fromEntries(headers) };
      };
      try {
        for (const path of [...paths, publicObjectPath('images', 'gone-0123456789abcdef.png')]) {
          for (const sent of [{}, { Range: 'bytes=0-8' }]) {
            const expected = await headersOf(straight.url + path, sent);
            // nginx lets a part say by itself that parts can be had
            if (expected.status === 206) delete expected.headers['accept-ranges'];
            expect(await headersOf(nginx.url + path, sent), path).toEqual(expected);
          }
        }
      } finally {
        await nginx.stop();
      }
    });

    test('what is still arriving, and the database beside it, can be had under no name', async () => {
      const server = await createTestServer({ rows, config: { ACCEL_REDIRECT: '/_files/' } });
      const { DATA_DIR, STORAGE_DIR } = server.deps.config;
      const name = 'part-0123456789abcdef.png';
      for (const folder of ['.incoming', 'images/.incoming']) {
        mkdirSync(join(STORAGE_DIR, folder), { recursive: true });
        writeFileSync(join(STORAGE_DIR, folder, name), 'half a secret');
      }
      writeFileSync(join(DATA_DIR, 'jwt-secret.png'), 'a secret');
      const nginx = await startNginx(server.url, DATA_DIR);
      const images = '/storage/v1/object/public/images';
      const ways = [
        `${images}/../.incoming/${name}`,
        `${images}/%2e%2e/.incoming/${name}`,
        `${images}/..%2f.incoming/${name}`,
        `${images}/.incoming/${name}`,
        `${images}/../../jwt-secret.png`,
        `/storage/v1/object/public/.incoming/${name}`,
        `/_files/.incoming/${name}`,
        `/_files/images/.incoming/${name}`,
        `/_files/images/../.incoming/${name}`,
        '/_files/audio/../../jwt-secret.png',
      ];
      try {
        for (const way of ways) {
          const answer = await requestRaw(nginx.url, way);
          expect([400, 403, 404], way).toContain(answer.status);
          expect(answer.body).not.toContain('secret');
        }
      } finally {
        await nginx.stop();
      }
    });

    test('it ends TLS, leads there from the bare address, and shows the folder that proves whose machine it is', async () => {
      const server = await createTestServer({ rows, config: { TRUST_PROXY: '1' } });
      const nginx = await startNginx(server.url, server.deps.config.DATA_DIR);
      const challenge = join(nginx.acmeFolder, '.well-known/acme-challenge');
      mkdirSync(challenge, { recursive: true });
      writeFileSync(join(challenge, 'word'), 'of the giver');
      try {
        const healthy = await askByTls(`${nginx.tlsUrl}/healthz`, nginx.certificate);
        expect(healthy).toMatchObject({ status: 200, text: expect.stringContaining('ok') });
        const led = await fetch(`${nginx.bareUrl}/player/1?t=3`, { redirect: 'manual' });
        expect([led.status, led.headers.get('location')]).toEqual([
          308,
          'https://127.0.0.1/player/1?t=3',
        ]);
        const word = await fetch(`${nginx.bareUrl}/.well-known/acme-challenge/word`);
        expect(await word.text()).toBe('of the giver');
      } finally {
        await nginx.stop();
      }
    });
  },
);
