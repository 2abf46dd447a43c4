import { Readable } from 'node:stream';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { ENGINES } from '#tests/support/databases/create-test-db.ts';
import { PNG } from '#tests/support/sample-files.ts';
import { createTestServer, type TestServer } from '#tests/support/servers/create-test-server.ts';
import { type SignedIn, signUp } from '#tests/support/sign-in.ts';
import { getObject, placeObject } from './objects.usecases.ts';
import { storeUpload } from './uploads/upload.usecases.ts';

describe.each(ENGINES)('pictures of a user on %s', (engine) => {
  const upload = ({ client, user }: SignedIn, name: string) =>
    client.storage.from('avatars').upload(`${user.id}/${name}`, PNG, { contentType: 'image/png' });

  test('one of several moves to the same path succeeds, and the others are refused because it is taken', async () => {
    const server = await createTestServer({ engine });
    const person = await signUp(server);
    const names = ['a.png', 'b.png', 'c.png', 'd.png'];
    await Promise.all(names.map((name) => upload(person, name)));
    const { client, user } = person;
    const outcomes = await Promise.all(
      names.map((name) =>
        client.storage.from('avatars').move(`${user.id}/${name}`, `${user.id}/me.png`),
      ),
    );
    const refusals = outcomes.flatMap(({ error }) => error ?? []);
    expect(refusals.map((error) => Object(error).statusCode)).toEqual(['409', '409', '409']);
  });

  test('an upload that ends after the account was deleted keeps no file', async () => {
    const server = await createTestServer({ engine });
    const person = await signUp(server);
    await upload(person, 'me.png');
    const { db, store } = server.deps;
    const { name, owner } = await db.kysely
      .selectFrom('storage_objects')
      .selectAll()
      .executeTakeFirstOrThrow();
    await db.kysely.deleteFrom('users').execute();
    const target = { bucket: 'avatars', path: `${owner}/me.png`, owner, isUpsert: true } as const;
    const stored = { name, contentType: 'image/png', bytes: PNG.length };
    await expect(placeObject(server.deps, target, stored)).rejects.toMatchObject({ status: 401 });
    expect(await store.list('avatars')).toEqual([]);
  });

  test('are stored without metadata that PostgreSQL cannot store', async () => {
    const server = await createTestServer({ engine });
    const { client, user } = await signUp(server);
    const avatars = client.storage.from('avatars');
    for (const [index, metadata] of [{ a: '\0' }, { '\0': 1 }, { a: ['\ud800'] }].entries()) {
      const path = `${user.id}/${index}.png`;
      expect((await avatars.upload(path, PNG, { metadata })).error).toBeNull();
      expect((await avatars.info(path)).data?.metadata).toEqual({});
    }
  });

  const store = async (server: TestServer, body: Buffer) => {
    const { name, contentType, bytes } = await storeUpload(
      { ...server.deps, onStored: async () => {}, limitBytes: 1_000_000 },
      { bucket: 'avatars', name: 'me.png' },
      Readable.from([body]),
    );
    return { name, contentType, bytes };
  };
  test('simultaneous uploads to one path all succeed, and only the last picture is kept', async () => {
    const server = await createTestServer({ engine });
    const { user } = await signUp(server);
    const path = `${user.id}/me.png`;
    const target = { bucket: 'avatars', path, owner: user.id, isUpsert: true } as const;
    const colours = ['red', 'blue', 'red', 'blue', 'red', 'blue', 'red', 'blue'];
    const pictures = await Promise.all(
      colours.map(async (colour) => store(server, await pngOf(colour))),
    );
    await Promise.all(pictures.map((stored) => placeObject(server.deps, target, stored)));
    const files = await server.deps.store.list('avatars');
    expect(files.map(({ name }) => name)).toEqual([(await getObject(server.deps, target)).name]);
  });
});

const pngOf = (background: string) =>
  sharp({ create: { width: 9, height: 9, channels: 3, background } })
    .png()
    .toBuffer();
