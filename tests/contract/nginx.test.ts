import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { API_PATHS, publicObjectPath } from '#contract/words/paths.ts';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { createTestServer } from '#tests/support/create-test-server.ts';
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
          const file = join(STORAGE_DIR, path.slice(API_PATHS.publicObject.length));
          mkdirSync(join(file, '..'), { recursive: true });
          writeFileSync(file, `the bytes of ${path}`);
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
          expect(await ask((await signed.json()).path)).toEqual(heard);
          await turn(false);
          expect(await ask(premium)).toEqual(heard);
        } finally {
          await nginx.stop();
        }
      },
    );
  },
);
