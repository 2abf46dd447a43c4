import { readdirSync } from 'node:fs';
import { StorageClient as Today } from '@supabase/storage-js';
import { StorageClient as From2022 } from 'storage-js-1.7';
import { StorageClient as From2023 } from 'storage-js-2.5';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LIMITS } from '#contract/constants/limits.ts';
import { parseConfig } from '#server/core/config/config.ts';
import { mp3, PNG, wav } from '#tests/support/sample-files.ts';
import { createTestServer, type TestServer } from '#tests/support/servers/create-test-server.ts';
import {
  hasS3Server,
  S3_KEYS,
  type S3Server,
  startS3Server,
} from '#tests/support/servers/s3-server.ts';
import { createTusClient } from '#tests/support/servers/tus-client.ts';
import { fetchAdminToken, signUp } from '#tests/support/sign-in.ts';

// Three generations of the official client, each with its own method signatures, on both kinds of store.

const CLIENTS = { '1.7': From2022, '2.5': From2023, today: Today } as const;
const AGES = ['1.7', '2.5', 'today'] as const;
type Age = (typeof AGES)[number];

/** The common methods; older clients return some results in a different shape. */
type Bucket = ReturnType<Today['from']>;

let s3: S3Server | undefined;
const servers = new Map<string, TestServer>();
const tokens = new Map<string, string>();
const STORES = hasS3Server ? ['a folder', 'S3'] : ['a folder'];

beforeAll(async () => {
  servers.set('a folder', await createTestServer());
  if (hasS3Server) {
    Object.assign(process.env, S3_KEYS);
    s3 = await startS3Server();
    const { STORAGE_S3 } = parseConfig({
      JWT_SECRET: 'only for this test, nowhere else',
      STORAGE_URL: s3.newLocation(),
    });
    servers.set('S3', await createTestServer({ config: { STORAGE_S3 } }));
  }
  for (const [name, server] of servers) tokens.set(name, await fetchAdminToken(server));
});
afterAll(() => s3?.stop());

function serverOf(store: string): TestServer {
  const server = servers.get(store);
  if (!server) throw new Error(`There is no server over ${store}.`);
  return server;
}

function clientOf(age: Age, store: string, token = tokens.get(store)): Today {
  const server = serverOf(store);
  const headers = { apikey: server.deps.config.ANON_KEY, Authorization: `Bearer ${token}` };
  // The three have no common type; each test uses its client's methods.
  return new CLIENTS[age](`${server.url}/storage/v1`, headers) as unknown as Today;
}

const bytesOf = async (blob: Blob | null) =>
  Buffer.from((await blob?.arrayBuffer()) ?? new ArrayBuffer(0));
const fetchBytes = async (url: string) => {
  const answer = await fetch(url);
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
};
/** `{ data: { publicUrl } }`, or `{ publicURL }` in older clients. */
const publicUrlOf = (bucket: Bucket, path: string) => {
  const { data } = bucket.getPublicUrl(path);
  return { publicURL: data.publicUrl, ...data }.publicURL ?? data.publicUrl;
};
const signedUrlOf = (data: unknown) => {
  const { signedUrl, signedURL } = { ...Object(data) };
  return String(signedUrl ?? signedURL);
};

describe.each(STORES)('over %s', (store) => {
  // The calls of older clients do not depend on the store.
  const ages = store === 'S3' ? (['today'] as const) : AGES;
  describe.each(ages)('storage-js %s', (age) => {
    const audio = () => clientOf(age, store).from('audio');
    const folder = `Lieder für ${age}`;
    const path = `${folder}/Abend lied.mp3`;
    const recording = mp3(300 + AGES.indexOf(age));
    const other = mp3(400 + AGES.indexOf(age));

    test('uploads raw bytes and finds them under the requested path', async () => {
      const { error } = await audio().upload(path, recording, { contentType: 'audio/mpeg' });
      expect(error).toBeNull();
      const { data } = await audio().download(path);
      expect(await bytesOf(data)).toEqual(recording);
      expect(await fetchBytes(publicUrlOf(audio(), path))).toEqual(recording);
    });

    test('uploads a Blob as a form', async () => {
      const blob = new Blob([new Uint8Array(other)], { type: 'audio/mpeg' });
      const { error } = await audio().upload(`${folder}/form.mp3`, blob, { cacheControl: '60' });
      expect(error).toBeNull();
      const answer = await fetch(publicUrlOf(audio(), `${folder}/form.mp3`));
      expect(answer.headers.get('cache-control')).toBe('public, max-age=60');
      expect(answer.headers.get('content-type')).toBe('audio/mpeg');
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(other);
    });

    test('gets an error for an existing path, and replaces it by upsert and by update', async () => {
      const { error } = await audio().upload(path, other);
      expect(error).toMatchObject({ message: 'The resource already exists.' });
      expect({ ...error }).toMatchObject({ statusCode: '409' });
      expect((await audio().upload(path, other, { upsert: true })).error).toBeNull();
      expect(await bytesOf((await audio().download(path)).data)).toEqual(other);
      expect((await audio().update(path, recording)).error).toBeNull();
      expect(await bytesOf((await audio().download(path)).data)).toEqual(recording);
    });

    test('signs one address and several', async () => {
      const { data } = await audio().createSignedUrl(path, 60);
      expect(await fetchBytes(signedUrlOf(data))).toEqual(recording);
      const paths = [path, `${folder}/none.mp3`];
      const [first, second] = (await audio().createSignedUrls(paths, 60)).data ?? [];
      expect(await fetchBytes(signedUrlOf(first))).toEqual(recording);
      expect(second).toMatchObject({ error: expect.any(String), path: `${folder}/none.mp3` });
      const changed = signedUrlOf(data).replace('Abend', 'Morgen');
      expect((await fetch(changed)).status).toBe(403);
    });

    test('lists a folder and its parents', async () => {
      const { data } = await audio().list(folder, { sortBy: { column: 'name', order: 'desc' } });
      expect(data?.map(({ name }) => name)).toEqual(['form.mp3', 'Abend lied.mp3']);
      expect(data?.[1]?.metadata).toMatchObject({ size: recording.length, mimetype: 'audio/mpeg' });
      const top = await audio().list();
      expect(top.data).toContainEqual(expect.objectContaining({ name: folder, id: null }));
      expect((await audio().list(folder, { limit: 1, offset: 1 })).data).toHaveLength(1);
      expect((await audio().list(folder, { search: 'form' })).data).toHaveLength(1);
    });

    test('copies, moves and removes', async () => {
      expect((await audio().copy(path, `${folder}/copy.mp3`)).error).toBeNull();
      expect((await audio().copy(path, `${folder}/copy.mp3`)).error).not.toBeNull();
      expect((await audio().move(`${folder}/copy.mp3`, `${folder}/moved.mp3`)).error).toBeNull();
      expect((await audio().download(`${folder}/copy.mp3`)).error).not.toBeNull();
      const moved = await audio().download(`${folder}/moved.mp3`);
      expect(await bytesOf(moved.data)).toEqual(recording);
      const removed = await audio().remove([`${folder}/moved.mp3`, `${folder}/none.mp3`]);
      expect(removed.data?.map(({ name }) => name)).toEqual([`${folder}/moved.mp3`]);
      expect((await audio().download(`${folder}/moved.mp3`)).error).not.toBeNull();
      expect(await bytesOf((await audio().download(path)).data)).toEqual(recording);
    });

    test('gets the known buckets, and no others', async () => {
      const client = clientOf(age, store);
      const { data } = await client.listBuckets();
      expect(data?.map(({ id }) => id)).toEqual(['audio', 'images', 'avatars']);
      expect((await client.getBucket('images')).data).toMatchObject({ id: 'images', public: true });
      expect((await client.getBucket('secrets')).error).not.toBeNull();
      expect((await client.from('secrets').upload('a.mp3', recording)).error).not.toBeNull();
    });

    test('uploads for a user to their own folder of avatars, and nowhere else', async () => {
      const { session } = await signUp(serverOf(store));
      const mine = clientOf(age, store, session.access_token).from('avatars');
      const face = `${session.user.id}/face.png`;
      expect((await mine.upload(face, PNG, { contentType: 'image/png' })).error).toBeNull();
      expect(await fetchBytes(publicUrlOf(mine, face))).toEqual(PNG);
      expect((await mine.list(session.user.id)).data).toHaveLength(1);
      expect((await mine.upload(`${crypto.randomUUID()}/face.png`, PNG)).error).not.toBeNull();
      expect((await mine.upload('face.png', PNG)).error).not.toBeNull();
      expect((await mine.upload(`${session.user.id}/a.mp3`, recording)).error).not.toBeNull();
      const theirs = clientOf(age, store, session.access_token).from('audio');
      expect((await theirs.upload('a.mp3', recording)).error).not.toBeNull();
      expect((await theirs.list()).error).not.toBeNull();
      expect((await mine.remove([face])).data).toHaveLength(1);
      expect((await mine.download(face)).error).not.toBeNull();
    });
  });

  describe('the current client', () => {
    const images = () => clientOf('today', store).from('images');

    test('stores a limited number of pictures per user, even when sent simultaneously', async () => {
      const { session } = await signUp(serverOf(store));
      const mine = clientOf('today', store, session.access_token).from('avatars');
      const pathOf = (index: number) => `${session.user.id}/${index}.png`;
      const sent = LIMITS.avatarsPerUser + 10;
      await Promise.all(
        Array.from({ length: sent }, (_, index) => mine.upload(pathOf(index), PNG)),
      );
      const { data } = await mine.list(session.user.id);
      expect(data).toHaveLength(LIMITS.avatarsPerUser);
      const [{ name = '' } = {}] = data ?? [];
      const copies = Array.from({ length: 5 }, (_, index) =>
        mine.copy(`${session.user.id}/${name}`, pathOf(100 + index)),
      );
      for (const { error } of await Promise.all(copies)) expect(error).not.toBeNull();
      expect((await mine.download(`${session.user.id}/${name}`)).error).toBeNull();
    });

    test('reports stored files by info and exists, and downloads with the requested file name', async () => {
      const metadata = { photographer: 'ä' };
      await images().upload('info/cover.png', PNG, { metadata, contentType: 'image/png' });
      const { data } = await images().info('info/cover.png');
      expect(data).toMatchObject({ name: 'info/cover.png', size: PNG.length, metadata });
      expect((await images().exists('info/cover.png')).data).toBe(true);
      expect((await images().exists('info/none.png')).data).toBe(false);
      const named = images().getPublicUrl('info/cover.png', { download: 'Mein Bild.png' });
      const answer = await fetch(named.data.publicUrl);
      expect(answer.headers.get('content-disposition')).toContain("UTF-8''Mein%20Bild.png");
    });

    test('gets not_supported for an unsupported call, which has no effect', async () => {
      const client = clientOf('today', store);
      const refused = [
        await images().createSignedUploadUrl('a.png'),
        await images().uploadToSignedUrl('a.png', 'token', PNG),
        await images().listV2(),
        await images().download('info/cover.png', { transform: { width: 10 } }),
        await images().createSignedUrl('info/cover.png', 60, { transform: { width: 10 } }),
        await images().move('info/cover.png', 'a.png', { destinationBucket: 'avatars' }),
        await client.createBucket('mine'),
        await client.deleteBucket('images'),
        await client.emptyBucket('images'),
      ];
      for (const { error } of refused) {
        expect(error).toMatchObject({ status: 400, code: 'not_supported' });
      }
      expect((await images().exists('a.png')).data).toBe(false);
      expect((await images().exists('info/cover.png')).data).toBe(true);
    });
  });

  test('tus uploads a file to the requested path', async () => {
    const tus = createTusClient(serverOf(store), tokens.get(store) ?? '');
    const recording = wav(3);
    const encode = (text: string) => Buffer.from(text).toString('base64');
    const metadata = `bucketName ${encode('audio')},objectName ${encode('tus/Größe.wav')},contentType ${encode('audio/wav')},cacheControl ${encode('3600')}`;
    const create = (more = {}) =>
      tus.create('', recording.length, { 'Upload-Metadata': metadata, ...more });
    const begun = await create();
    expect(begun.status).toBe(201);
    const address = serverOf(store).url + begun.headers.get('location');
    expect((await tus.patch(address, 0, recording)).status).toBe(204);
    const audio = clientOf('today', store).from('audio');
    expect(await bytesOf((await audio.download('tus/Größe.wav')).data)).toEqual(recording);
    expect((await audio.info('tus/Größe.wav')).data).toMatchObject({
      cacheControl: 'max-age=3600',
    });
    expect((await create()).status).toBe(409);
    expect((await create({ 'x-upsert': 'true' })).status).toBe(201);
  });
});

test('an invalid form, or one with no file or two, is refused with 400, and leaves no picture', async () => {
  const server = serverOf('a folder');
  const { session, user } = await signUp(server);
  const filesNow = async () => [
    await server.deps.store.list('avatars'),
    await server.deps.store.list('images'),
    readdirSync(server.deps.store.incoming),
  ];
  const before = await filesNow();
  const sendTo = (
    path: string,
    { token, body, type }: { token: string | undefined; body: FormData | string; type?: string },
  ) =>
    fetch(`${server.url}/storage/v1/object/${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, ...(type ? { 'Content-Type': type } : {}) },
      body,
    });
  const send = (body: FormData | string, type = '') =>
    sendTo(`avatars/${user.id}/me.png`, { token: session.access_token, body, type });
  const two = new FormData();
  for (const name of ['a', 'b']) two.append(name, new Blob([new Uint8Array(PNG)]));
  const none = new FormData();
  none.append('cacheControl', '3600');
  const answers = [
    await sendTo('images/two.png', { token: tokens.get('a folder'), body: two }),
    await send(two),
    await send(none),
    await send('not a form', 'multipart/form-data'),
    await send('not a form', 'multipart/form-data; boundary=x'),
    await send(
      '--x\r\nContent-Disposition: form-data; name=""; filename="a"\r\n\r\nbroken',
      'multipart/form-data; boundary=x',
    ),
  ];
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 400]);
  expect(await filesNow()).toEqual(before);
});
