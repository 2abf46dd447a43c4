import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { maintain } from '#server/maintenance.ts';
import { wav } from '#tests/support/sample-files.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { stripStoredFiles } from './stored-metadata.usecases.ts';

const SECRET = 'my house by the river';
const photoWith = (description: string) =>
  sharp({ create: { width: 9, height: 9, channels: 3, background: '#123' } })
    .jpeg()
    .withExif({ IFD0: { ImageDescription: description } })
    .toBuffer();

test('metadata is removed from stored files, which keep their names', async () => {
  const server = await createTestServer();
  const { STORAGE_DIR } = server.deps.config;
  const photo = await photoWith(SECRET);
  const note = Buffer.alloc(8 + SECRET.length + 1);
  note.write('LIST');
  note.writeUInt32LE(SECRET.length + 1, 4);
  note.write(SECRET, 8);
  const files = {
    'images/hills-0123456789abcdef.jpg': photo,
    'images/by-hand.jpg': photo,
    'audio/calm-0123456789abcdef.wav': Buffer.concat([wav(1), note]),
  };
  for (const [name, body] of Object.entries(files)) {
    mkdirSync(join(STORAGE_DIR, name, '..'), { recursive: true });
    writeFileSync(join(STORAGE_DIR, name), body);
  }
  await maintain(server.deps);
  for (const [name, body] of Object.entries(files)) {
    const served = await fetch(`${server.url}/storage/v1/object/public/${name}`);
    const clean = Buffer.from(await served.arrayBuffer());
    expect(clean.includes(SECRET)).toBe(false);
    expect(clean.length).toBe(body.length);
  }
  const before = readFileSync(join(STORAGE_DIR, '.metadata.json'), 'utf8');
  await maintain(server.deps);
  expect(JSON.parse(readFileSync(join(STORAGE_DIR, '.metadata.json'), 'utf8')).rewritten).toEqual(
    JSON.parse(before).rewritten,
  );
});

test('a file that is deleted while its metadata is removed stays deleted', async () => {
  const { deps } = await createTestServer();
  const { store } = deps;
  const name = 'hills-0123456789abcdef.jpg';
  const photo = await photoWith(SECRET);
  mkdirSync(join(deps.config.STORAGE_DIR, 'images'), { recursive: true });
  writeFileSync(join(deps.config.STORAGE_DIR, 'images', name), photo);
  const withLocalFile: typeof store.withLocalFile = async (...args) => {
    const result = await store.withLocalFile(...args);
    await store.remove('images', name);
    return result;
  };
  await stripStoredFiles({ ...deps, store: { ...store, withLocalFile } });
  expect(await store.find('images', name)).toBeUndefined();
});
