import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fileNameSchema } from '#contract/calls/file-name.ts';
import { signedAddressSchema } from '#contract/calls/storage.ts';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { maintain } from '#server/maintenance.ts';
import { mp3 } from '#tests/support/sample-files.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { createTusClient } from '#tests/support/servers/tus-client.ts';
import { fetchAdminToken } from '#tests/support/sign-in.ts';

const WEEK = 7 * 24 * 60 * 60 * 1000;

describe('[D2] a file of the owner', async () => {
  const server = await createTestServer();
  const token = await fetchAdminToken(server);

  const asAdmin = () => ({ Authorization: `Bearer ${token}` });
  /** Returns the stored path. */
  async function upload(bucket: string, name: string, body: Buffer): Promise<string> {
    return (await createTusClient(server, token).upload(`${bucket}/${name}`, body)).path;
  }
  async function uploadInParts(bucket: string, name: string, body: Buffer): Promise<string> {
    const tus = createTusClient(server, token);
    const address = await tus.begin(`${bucket}/${name}`, body.length);
    await tus.patch(address, 0, body.subarray(0, 1000));
    await tus.patch(address, 1000, body.subarray(1000));
    return (await tus.state(address)).stored?.path ?? '';
  }
  const askName = (path: string, headers: Record<string, string> = asAdmin()) =>
    fetch(`${server.url}${API_PATHS.admin}/files/name?${new URLSearchParams({ path })}`, {
      headers,
    });
  const nameOf = async (path: string) =>
    fileNameSchema.parse(await (await askName(path)).json()).name;
  async function sign(path: string): Promise<string> {
    const answer = await fetch(
      server.url + path.replace(API_PATHS.publicObject, API_PATHS.signedObject),
      { method: 'POST', headers: asAdmin() },
    );
    return server.url + signedAddressSchema.parse(await answer.json()).path;
  }

  test('has an ASCII address, and keeps its name', async () => {
    const name = 'Prière à l’aube (2).MP3';
    const paths = [
      await upload('audio', name, mp3(100)),
      // macOS sends names in NFD.
      await uploadInParts('audio', name.normalize('NFD'), mp3(101)),
    ];
    for (const path of paths) {
      expect(path).toMatch(
        new RegExp(`^${API_PATHS.publicObject}/audio/priere-a-l-aube-2-[0-9a-f]{16}\\.mp3$`),
      );
      expect(await nameOf(path)).toBe(name);
      for (const headers of [{}, { Range: 'bytes=417-833' }]) {
        const kept = await fetch(`${await sign(path)}&download=${encodeURIComponent(name)}`, {
          headers,
        });
        expect(kept.headers.get('content-type')).toBe('audio/mpeg');
        const [, fallback, encoded = ''] =
          /^attachment; filename="([^"]*)"; filename\*=UTF-8''([!-~]*)$/.exec(
            kept.headers.get('content-disposition') ?? '',
          ) ?? [];
        expect(fallback).toBe(path.split('/').at(-1));
        expect(decodeURIComponent(encoded)).toBe(name);
        const bytes = Buffer.from(await kept.arrayBuffer());
        expect(bytes.equals(mp3('Range' in headers ? 1 : path === paths[0] ? 100 : 101))).toBe(
          true,
        );
      }
    }
  });

  test('[Q3] uploaded again under another name gets that name; its public address and a missing file show none', async () => {
    const path = await upload('audio', 'Ύμνος.mp3', mp3(5));
    expect(await upload('audio', 'שיר.mp3', mp3(5))).toBe(path);
    expect(await nameOf(path)).toBe('שיר.mp3');
    const heard = await fetch(`${server.url}${path}?download=x.mp3`);
    expect(heard.status).toBe(200);
    expect(heard.headers.get('content-disposition')).toBeNull();
    expect(await nameOf(path.replace('file-', 'other-'))).toBeNull();
    const gone = (await sign(path)).replace('file-', 'other-');
    const answer = await fetch(`${gone}&download=x.mp3`);
    expect(answer.ok).toBe(false);
    expect(answer.headers.get('content-disposition')).toBeNull();
  });

  test('has a safe name, regardless of the uploaded or requested name', async () => {
    const path = await upload('audio', 'a\0\r\n"\\..\\\u202egpj.html', mp3(7));
    const name = 'a"-..-gpj.html.mp3';
    expect(await nameOf(path)).toBe(name);
    const asked = encodeURIComponent('../../a\r\nX-Evil: 1\u202e.html');
    const kept = await fetch(`${await sign(path)}&download=${asked}`);
    expect(kept.headers.get('x-evil')).toBeNull();
    expect(kept.headers.get('content-disposition')).toMatch(
      /filename\*=UTF-8''-..-aX-Evil%3A%201.html.mp3$/,
    );
    const plain = await fetch(`${await sign(path)}&download`);
    const stored = path.split('/').at(-1);
    expect(plain.headers.get('content-disposition')).toContain(`filename*=UTF-8''${stored}`);
  });

  test('keeps its name if the server died while storing it', async () => {
    const tus = createTusClient(server, token);
    const address = await tus.begin('audio/Ύμνος.mp3', mp3(9).length);
    await tus.patch(address, 0, mp3(9));
    await server.db.kysely.deleteFrom('file_names').execute();
    rmSync(join(server.deps.store.incoming, `${address.split('/').at(-1)}.result`));
    expect(await tus.offset(address)).toBe(mp3(9).length);
    expect(await nameOf((await tus.state(address)).stored?.path ?? '')).toBe('Ύμνος.mp3');
  });

  test('loses its name when it is removed', async () => {
    const path = await upload('audio', 'Ύμνος.mp3', mp3(5));
    await maintain(server.deps);
    server.clock.advance(WEEK + 1000);
    await maintain(server.deps);
    expect((await fetch(server.url + path)).status).toBe(404);
    expect(await server.db.kysely.selectFrom('file_names').selectAll().execute()).toEqual([]);
  });
});
