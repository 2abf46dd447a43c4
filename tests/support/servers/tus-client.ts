import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type ResumableUpload,
  resumableUploadSchema,
  TUS_BODY_TYPE,
  TUS_VERSION,
} from '#contract/calls/resumable-upload.ts';
import type { StoredObject } from '#contract/calls/storage.ts';
import { API_PATHS } from '#contract/constants/pages/paths.ts';

type Headers = Record<string, string>;

interface Cut {
  offset?: number;
  body: Buffer;
  bytes: number;
  shouldCut: () => boolean;
}

/** A tus client with one request at a time, so that a test can stop at any point. */
export function createTusClient(server: { url: string }, token: string) {
  const common = { Authorization: `Bearer ${token}`, 'Tus-Resumable': TUS_VERSION };
  const root = server.url + API_PATHS.resumableUpload;
  const encode = (text: string) => Buffer.from(text).toString('base64');

  const tus = {
    create: (name: string, length: number | string, headers: Headers = {}) => {
      const [bucket = '', ...rest] = name.split('/');
      return fetch(root, {
        method: 'POST',
        headers: {
          ...common,
          'Upload-Length': String(length),
          'Upload-Metadata': `bucketName ${encode(bucket)},objectName ${encode(rest.join('/'))},contentAddressed ${encode('true')}`,
          ...headers,
        },
      });
    },
    /** The URL of a new upload; throws the response if it was refused. */
    async begin(name: string, length: number): Promise<string> {
      const answer = await tus.create(name, length);
      if (answer.status !== 201) throw new Error(await answer.text());
      return new URL(answer.headers.get('location') ?? '', server.url).href;
    },
    /** Uploads a whole file as the admin area does; returns the stored object. */
    async upload(name: string, body: Buffer): Promise<StoredObject> {
      const address = await tus.begin(name, body.length);
      const answer = await tus.patch(address, 0, body);
      if (answer.status !== 204) throw new Error(await answer.text());
      const { stored } = await tus.state(address);
      await tus.remove(address);
      if (!stored) throw new Error(`${name} was not stored`);
      return stored;
    },
    patch: (address: string, offset: number, body: Buffer, headers: Headers = {}) =>
      fetch(address, {
        method: 'PATCH',
        headers: {
          ...common,
          'Content-Type': TUS_BODY_TYPE,
          'Upload-Offset': String(offset),
          ...headers,
        },
        body: new Uint8Array(body),
      }),
    head: (address: string) => fetch(address, { method: 'HEAD', headers: common }),
    remove: (address: string) => fetch(address, { method: 'DELETE', headers: common }),
    async offset(address: string): Promise<number> {
      const answer = await tus.head(address);
      if (answer.status !== 200) throw new Error(`HEAD answered ${answer.status}`);
      return Number(answer.headers.get('upload-offset'));
    },
    async state(address: string): Promise<ResumableUpload> {
      const answer = await fetch(address, { headers: common });
      return resumableUploadSchema.parse(await answer.json());
    },
    /** Announces the whole `body`, sends its first `bytes`, and drops the connection once `shouldCut` returns true. */
    async cut(address: string, { offset = 0, body, bytes, shouldCut }: Cut): Promise<void> {
      const outgoing = request(address, {
        method: 'PATCH',
        headers: {
          ...common,
          'Content-Type': TUS_BODY_TYPE,
          'Upload-Offset': String(offset),
          'Content-Length': String(body.length),
        },
      });
      // Expected: either side may disconnect.
      outgoing.on('error', () => undefined);
      outgoing.write(body.subarray(0, bytes));
      while (!shouldCut() && !outgoing.destroyed) await sleep(10);
      outgoing.destroy();
    },
  };
  return tus;
}
