import { buffer } from 'node:stream/consumers';
import { AppError } from '#server/core/errors.ts';
import type { PartialFiles } from '#server/core/file-store.ts';
import type { S3Connection } from './s3-connection.ts';
import { addPart, complete, head, type ObjectKey, PART, removeObject } from './s3-objects.ts';
import { type PartState, type PartStates, sizeOf } from './s3-part-state.ts';
import { readAll } from './s3-pieces.ts';

export interface PartPlace {
  s3: S3Connection;
  states: PartStates;
  /** The key of what is kept of an upload under this name. */
  at(id: string, what: string): ObjectKey;
}

type Arriving = Parameters<PartialFiles['append']>[2];

/**
 * Adds what arrives, a part as soon as there is enough for one. What is saved of the state counts, and
 * nothing else: a process that dies loses at most what was not enough for a part.
 */
export async function appendBytes(
  place: PartPlace,
  id: string,
  { bytes, isWhole }: Arriving,
): Promise<number> {
  const { states } = place;
  const before = await states.get(id);
  let saved = before;
  let state = before.state;
  const save = async () => {
    saved = await states.save(id, state, saved.version);
  };
  const pending = new Pending(await readTail(place, id, state));
  const keepPending = async () => {
    state = await withTail(place, id, { ...state, tail: null }, pending.take());
    await save();
    const old = before.state.tail;
    if (old && old.name !== state.tail?.name) {
      await removeObject(place.s3, place.at(id, old.name));
    }
  };
  try {
    for await (const chunk of bytes) {
      pending.add(chunk);
      while (pending.length >= PART) {
        state = await withPart(place, id, state, pending.take(PART));
        if (!isWhole) await save();
      }
    }
  } catch (error) {
    if (error instanceof AppError && error.status < 500) {
      // The parts beyond are written over by those that come instead.
      state = before.state;
      if (saved !== before) await save();
    } else if (!isWhole && !(error instanceof AppError)) await keepPending();
    throw error;
  }
  await keepPending();
  return sizeOf(state);
}

/** Makes one object of the parts, unless a process that died had come as far. */
export async function makeWhole(place: PartPlace, id: string): Promise<ObjectKey> {
  const { s3 } = place;
  const whole = place.at(id, 'whole');
  if (await head(s3, whole)) return whole;
  const { state } = await place.states.get(id);
  const tail = await readTail(place, id, state);
  if (state.uploadId === null) {
    await s3.demand(`storing ${whole.Key}`, (sdk, client) =>
      client.send(new sdk.PutObjectCommand({ ...whole, Body: tail })),
    );
    return whole;
  }
  const tags = state.parts.map(({ tag }) => tag);
  if (tail.length > 0) tags.push(await addPart(s3, whole, state.uploadId, tags.length + 1, tail));
  await complete(s3, whole, state.uploadId, tags);
  return whole;
}

async function readTail({ s3, at }: PartPlace, id: string, { tail }: PartState): Promise<Buffer> {
  return tail ? buffer(readAll(s3, at(id, tail.name), tail.bytes)) : Buffer.alloc(0);
}

/** The state with one more part that counts. */
async function withPart(
  { s3, at }: PartPlace,
  id: string,
  state: PartState,
  bytes: Buffer,
): Promise<PartState> {
  const whole = at(id, 'whole');
  const uploadId = state.uploadId ?? (await beginMultipart(s3, whole));
  const tag = await addPart(s3, whole, uploadId, state.parts.length + 1, bytes);
  return { uploadId, parts: [...state.parts, { tag, bytes: bytes.length }], tail: null };
}

async function beginMultipart(s3: S3Connection, whole: ObjectKey): Promise<string> {
  const { UploadId } = await s3.demand(`beginning ${whole.Key}`, (sdk, client) =>
    client.send(new sdk.CreateMultipartUploadCommand(whole)),
  );
  return UploadId ?? '';
}

/** What is not enough for a part is an object of its own, with a name that says where it ends. */
async function withTail(
  { s3, at }: PartPlace,
  id: string,
  state: PartState,
  bytes: Buffer,
): Promise<PartState> {
  if (bytes.length === 0) return state;
  const name = `tail-${sizeOf(state) + bytes.length}`;
  const key = at(id, name);
  await s3.demand(`storing ${key.Key}`, (sdk, client) =>
    client.send(new sdk.PutObjectCommand({ ...key, Body: bytes })),
  );
  return { ...state, tail: { name, bytes: bytes.length } };
}

/** What has come and is not stored yet. */
class Pending {
  #chunks: Buffer[];
  length: number;

  constructor(first: Buffer) {
    this.#chunks = [first];
    this.length = first.length;
  }

  add(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.length += chunk.length;
  }

  take(bytes = this.length): Buffer {
    const all = Buffer.concat(this.#chunks);
    this.#chunks = [all.subarray(bytes)];
    this.length = all.length - bytes;
    return all.subarray(0, bytes);
  }
}
