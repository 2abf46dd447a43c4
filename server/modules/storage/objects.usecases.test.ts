import { describe, expect, test } from 'vitest';
import { ENGINES } from '#tests/support/databases/create-test-db.ts';
import { PNG } from '#tests/support/sample-files.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { type SignedIn, signUp } from '#tests/support/sign-in.ts';
import { placeObject } from './objects.usecases.ts';

describe.each(ENGINES)('pictures of a user on %s', (engine) => {
  const upload = ({ client, user }: SignedIn, name: string) =>
    client.storage.from('avatars').upload(`${user.id}/${name}`, PNG, { contentType: 'image/png' });

  test('one of several moves to the same path succeeds, the others find it taken', async () => {
    const server = await createTestServer({ engine });
    const mother = await signUp(server);
    const names = ['a.png', 'b.png', 'c.png', 'd.png'];
    await Promise.all(names.map((name) => upload(mother, name)));
    const { client, user } = mother;
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
    const mother = await signUp(server);
    await upload(mother, 'me.png');
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
});
