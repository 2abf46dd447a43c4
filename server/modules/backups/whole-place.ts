import { createHmac } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { BUCKETS } from '#contract/calls/storage.ts';
import type { BlobPlace } from '#server/core/blob-place.ts';
import { BrokenSealError, seal, unseal } from './sealed-stream.ts';
import { deriveFrom } from './whole-key.ts';

/** Content by its keyed hash: the same recording is there once, and its name tells nobody what it is. */
const BLOBS = 'blobs';
const LISTS = 'backups';
/** In plain text, so that a wrong key is told from a damaged file. */
const MARKER = 'cradlesong-backups.json';

const fileSchema = z.object({
  bucket: z.enum(BUCKETS),
  name: z.string(),
  bytes: z.number(),
  changedAt: z.string(),
  blob: z.string(),
});
export type KeptFile = z.infer<typeof fileSchema>;

/** One whole backup: what it consists of. */
const listSchema = z.object({
  madeAt: z.string(),
  database: z.string(),
  files: z.array(fileSchema),
  /** What was in the database; not in lists of older programs. */
  counts: z.object({ people: z.number(), tracks: z.number() }).optional(),
  /** Who was erased until then, and the keys that tell it. */
  tombstones: z.object({ keys: z.array(z.string()), lines: z.array(z.unknown()) }),
});
export type WholeList = z.infer<typeof listSchema>;

const markerSchema = z.object({ format: z.literal(1), keyId: z.string() });

export type WholePlace = Awaited<ReturnType<typeof openWholePlace>>;

/** As lists are called: their names stand in the order of time. */
export const nameAt = (madeAt: string) => madeAt.replace(/[:.]/g, '-');

/** Throws for another key than what is there was made with. `signal` breaks off what is under way. */
export async function openWholePlace(place: BlobPlace, secret: Buffer, signal?: AbortSignal) {
  const contentKey = deriveFrom(secret, 'content');
  const nameKey = deriveFrom(secret, 'names');
  const keyId = deriveFrom(secret, 'id').toString('hex').slice(0, 16);
  const isBegun = await ensureKey(place, keyId);
  const blobName = (blob: string) => `${BLOBS}/${blob.slice(0, 2)}/${blob}`;
  const hash = () => createHmac('sha256', nameKey);

  const { write, open } = createSealedFiles(place, contentKey, signal);

  return {
    label: place.label,
    /** Before the first backup. */
    async begin(): Promise<void> {
      await place.sweep();
      if (isBegun) return;
      const draft = await place.draft();
      await writeFile(draft, JSON.stringify({ format: 1, keyId }), { mode: 0o600 });
      await place.put(draft, MARKER);
    },
    async listBlobs(): Promise<Set<string>> {
      return new Set((await place.list(BLOBS)).map((name) => name.split('/').at(-1) ?? ''));
    },
    /** Oldest first. */
    async listNames(): Promise<string[]> {
      const names = await place.list(LISTS);
      return names.map((name) => name.slice(LISTS.length + 1)).sort();
    },
    async readList(name: string): Promise<WholeList> {
      const chunks: Buffer[] = [];
      const isThere = await open(`${LISTS}/${name}`, collect(chunks));
      if (!isThere) throw new Error(`There is no whole backup ${name} in ${place.label}.`);
      return listSchema.parse(JSON.parse(Buffer.concat(chunks).toString()));
    },
    /** What makes it a backup: everything it names is there already. */
    async writeList(list: WholeList): Promise<string> {
      const name = nameAt(list.madeAt);
      await write(`${LISTS}/${name}`, Readable.from([Buffer.from(JSON.stringify(list))]));
      return name;
    },
    removeList: (name: string) => place.remove(`${LISTS}/${name}`),
    removeBlob: (blob: string) => place.remove(blobName(blob)),
    /** Answers its name; writes only what `known` has not. */
    async add(openFile: () => Promise<Readable>, known: Set<string>): Promise<string> {
      const blob = await this.nameOf(await openFile());
      if (known.has(blob)) return blob;
      await write(blobName(blob), await openFile());
      known.add(blob);
      return blob;
    },
    addLocal(path: string, known: Set<string>): Promise<string> {
      return this.add(async () => createReadStream(path), known);
    },
    /** Its content, compared with what its name says, into `to`. False where it is missing. */
    async take(blob: string, to: Writable): Promise<boolean> {
      const hmac = hash();
      const isThere = await open(blobName(blob), to, (chunk) => void hmac.update(chunk));
      if (!isThere) {
        to.destroy();
        return false;
      }
      if (hmac.digest('hex') !== blob) throw new BrokenSealError(blobName(blob));
      return true;
    },
    async nameOf(file: Readable): Promise<string> {
      const hmac = hash();
      // By hand: what a finished Hmac stream answers to digest() is not the digest.
      for await (const chunk of file) {
        signal?.throwIfAborted();
        hmac.update(chunk);
      }
      return hmac.digest('hex');
    },
  };
}

/** Whether there are backups already, which need the key they were made with. */
export async function isBegun(place: BlobPlace): Promise<boolean> {
  const marker = await place.read(MARKER);
  marker?.destroy();
  return marker !== undefined;
}

async function ensureKey(place: BlobPlace, keyId: string): Promise<boolean> {
  const marker = await place.read(MARKER);
  if (!marker) return false;
  const found = markerSchema.safeParse(JSON.parse((await buffer(marker)).toString()));
  if (!found.success) throw new Error(`${place.label} holds something else than our backups.`);
  if (found.data.keyId !== keyId) throw createWrongKeyError(place.label);
  return true;
}

/** Reading and writing at a place, where everything is sealed. */
function createSealedFiles(place: BlobPlace, contentKey: Buffer, signal?: AbortSignal) {
  const options = signal ? { signal } : {};

  async function write(name: string, source: Readable): Promise<void> {
    const draft = await place.draft();
    try {
      const sealed = (chunks: AsyncIterable<Buffer>) => seal(contentKey, name, chunks);
      const file = createWriteStream(draft, { flags: 'wx', mode: 0o600 });
      await pipeline(source, sealed, file, options);
      await place.put(draft, name);
    } finally {
      await rm(draft, { force: true });
    }
  }

  /** Opens what has the name into `to`, chunk by chunk; false where there is none. */
  async function open(
    name: string,
    to: Writable,
    onChunk: (chunk: Buffer) => void = () => undefined,
  ): Promise<boolean> {
    const source = await place.read(name);
    if (!source) return false;
    await pipeline(
      source,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of unseal(contentKey, name, chunks)) {
          onChunk(chunk);
          yield chunk;
        }
      },
      to,
      options,
    );
    return true;
  }

  return { write, open };
}

function collect(chunks: Buffer[]): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
}

const createWrongKeyError = (label: string) =>
  new Error(
    `The backups in ${label} were made with another key. Set BACKUP_KEY to the one that was shown; without it nobody can open them, neither can we.`,
  );
