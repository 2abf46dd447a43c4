import { createHmac, hkdfSync } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { addAbortSignal, Readable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { z } from 'zod';
import { BUCKETS } from '#contract/calls/storage.ts';
import { timeInName } from '#server/core/clock.ts';
import type { BackupTarget } from './full-backup-target.ts';

/** Blobs are file contents named by a keyed hash: each is stored once, and its name reveals nothing. */
const BLOBS = 'contents';
const LISTS = 'backups';
const LIST_EXTENSION = '.txt.age';
/** Names the public key of the backups and explains how to decrypt them without this program. */
const README = 'README.txt';

/** A blob or list is missing, truncated, modified, or encrypted for another key. */
export class DamagedBackupError extends Error {
  readonly problem: 'missing' | 'damaged';

  constructor(name: string, problem: 'missing' | 'damaged' = 'damaged', cause?: unknown) {
    const what = problem === 'missing' ? 'missing' : 'damaged, or was not made with this key';
    super(`${name} is ${what}.`, { cause });
    this.name = 'DamagedBackupError';
    this.problem = problem;
  }
}

const describeFormat = (
  recipient: string,
) => `Backups of Cradlesong, in the format of age (https://age-encryption.org).
recipient ${recipient}

The program restores them (docs/operating.md). Without it: put the key, AGE-SECRET-KEY-1..., into key.txt,
choose a list in backups/ and run in an empty folder, with this one as $BACKUPS:

  age -d -i key.txt -o list.txt "$BACKUPS/backups/....txt.age"
  take() { age -d -i key.txt "$BACKUPS/contents/$(echo "$1" | cut -c1-2)/$1.age"; }
  take "$(sed -n 's/^database //p' list.txt)" > cradlesong.sqlite
  grep '^file ' list.txt | while read -r kind content bytes changed name; do
    mkdir -p "$(dirname "storage/$name")"
    take "$content" > "storage/$name"
  done
`;

const fileSchema = z.object({
  bucket: z.enum(BUCKETS),
  // Untrusted: anyone who can write to the target can encrypt a list for its recipient.
  name: z.string().refine((name) => name.split(/[/\\]/).every((part) => !/^\.{0,2}$/.test(part))),
  bytes: z.number(),
  changedAt: z.string(),
  blob: z.string(),
});
export type StoredFile = z.infer<typeof fileSchema>;

/** The list of one full backup. */
const listSchema = z.object({
  madeAt: z.string(),
  database: z.string(),
  files: z.array(fileSchema),
  /** Users erased so far, with the keys to recognise them. */
  tombstones: z.object({ keys: z.array(z.string()), lines: z.array(z.unknown()) }),
});
export type FullBackupList = z.infer<typeof listSchema>;

/** One line per entry, so that a shell can read it. */
function printList({ madeAt, database, files, tombstones }: FullBackupList): string {
  return [
    `made ${madeAt}`,
    `database ${database}`,
    `tombstones ${JSON.stringify(tombstones)}`,
    ...files.map((it) => `file ${it.blob} ${it.bytes} ${it.changedAt} ${it.bucket}/${it.name}`),
    '',
  ].join('\n');
}

function parseList(text: string): FullBackupList {
  const valuesOf = (kind: string) =>
    text
      .split('\n')
      .flatMap((line) => (line.startsWith(`${kind} `) ? [line.slice(kind.length + 1)] : []));
  return listSchema.parse({
    madeAt: valuesOf('made')[0],
    database: valuesOf('database')[0],
    files: valuesOf('file').map((row) => {
      const [blob, bytes, changedAt, ...path] = row.split(' ');
      const [bucket, ...name] = path.join(' ').split('/');
      return { blob, bytes: Number(bytes), changedAt, bucket, name: name.join('/') };
    }),
    tombstones: JSON.parse(valuesOf('tombstones')[0] ?? 'null'),
  });
}

export type FullBackupArchive = Awaited<ReturnType<typeof openFullBackupArchive>>;

/** Throws if the backups were made with another key. `signal` aborts operations in progress. */
export async function openFullBackupArchive(
  target: BackupTarget,
  identity: string,
  signal?: AbortSignal,
) {
  const { recipient, put, encrypt, decrypt } = await openEncryptedFiles(target, identity, signal);
  const hasReadme = await ensureRecipient(target, recipient);
  const nameKey = Buffer.from(hkdfSync('sha256', identity, '', 'cradlesong backup, names', 32));
  const hash = () => createHmac('sha256', nameKey);
  const blobPath = (blob: string) => `${BLOBS}/${blob.slice(0, 2)}/${blob}.age`;
  const listPath = (name: string) => `${LISTS}/${name}${LIST_EXTENSION}`;

  async function blobNameOf(content: AsyncIterable<Buffer>): Promise<string> {
    const hmac = hash();
    for await (const chunk of content) {
      signal?.throwIfAborted();
      hmac.update(chunk);
    }
    return hmac.digest('hex');
  }

  /** Reads a blob; throws at the end if its content does not match its name. */
  async function* readBlob(blob: string): AsyncGenerator<Buffer> {
    const hmac = hash();
    for await (const chunk of decrypt(blobPath(blob))) {
      hmac.update(chunk);
      yield chunk;
    }
    if (hmac.digest('hex') !== blob) throw new DamagedBackupError(blobPath(blob));
  }

  return {
    label: target.label,
    blobNameOf,
    readBlob,
    /** Stores a file as a blob unless `known` has it; returns the blob's name. */
    async add(openFile: () => Promise<Readable>, known: Set<string>): Promise<string> {
      const blob = await blobNameOf(await openFile());
      if (known.has(blob)) return blob;
      await encrypt(blobPath(blob), await openFile());
      known.add(blob);
      return blob;
    },
    /** Writes a blob to a local file. */
    extract: (blob: string, file: string) =>
      pipeline(readBlob(blob), createWriteStream(file, { mode: 0o600 })),
    /** Call before each backup: deletes leftovers of failed ones and writes a missing README. */
    async prepare(): Promise<void> {
      await target.sweep();
      if (!hasReadme) await put(README, Readable.from([describeFormat(recipient)]));
    },
    async listBlobs(): Promise<Set<string>> {
      const names = await target.list(BLOBS);
      return new Set(names.map((name) => basename(name, '.age')));
    },
    /** Oldest first. */
    async listNames(): Promise<string[]> {
      const names = (await target.list(LISTS)).filter((name) => name.endsWith(LIST_EXTENSION));
      return names.map((name) => basename(name, LIST_EXTENSION)).sort();
    },
    async readList(name: string): Promise<FullBackupList> {
      const list = parseList(await readText(decrypt(listPath(name))));
      // Detects an older list renamed to replace a newer one.
      if (timeInName(list.madeAt) !== name) throw new DamagedBackupError(listPath(name));
      return list;
    },
    /** Completes a backup; call after all its blobs are stored. */
    async writeList(list: FullBackupList): Promise<string> {
      const name = timeInName(list.madeAt);
      await encrypt(listPath(name), Readable.from([Buffer.from(printList(list))]));
      return name;
    },
    removeList: (name: string) => target.remove(listPath(name)),
    removeBlob: (blob: string) => target.remove(blobPath(blob)),
  };
}

/** Reads and writes files encrypted with age: the identity is the private key, the recipient the public one. */
async function openEncryptedFiles(target: BackupTarget, identity: string, signal?: AbortSignal) {
  const { Decrypter, Encrypter, identityToRecipient } = await import('age-encryption');
  const recipient = await identityToRecipient(identity).catch(() => {
    throw new Error(
      'This is not a key for full backups. A key begins with AGE-SECRET-KEY-1 and has 74 characters. Check it for typing errors.',
    );
  });

  async function put(name: string, source: Readable): Promise<void> {
    const draft = await target.draft();
    try {
      const file = createWriteStream(draft, { flags: 'wx', mode: 0o600 });
      await pipeline(source, file, signal ? { signal } : {});
      await target.put(draft, name);
    } finally {
      await rm(draft, { force: true });
    }
  }

  async function encrypt(name: string, source: Readable): Promise<void> {
    const encrypter = new Encrypter();
    encrypter.addRecipient(recipient);
    await put(name, fromWeb(await encrypter.encrypt(toWeb(source))));
  }

  async function* decrypt(name: string): AsyncGenerator<Buffer> {
    const source = await target.read(name);
    if (!source) throw new DamagedBackupError(name, 'missing');
    if (signal) addAbortSignal(signal, source);
    const decrypter = new Decrypter();
    decrypter.addIdentity(identity);
    try {
      yield* fromWeb(await decrypter.decrypt(toWeb(source)));
    } catch (error) {
      // Errors of disk and network have a code. Any other error means that age rejected the bytes.
      const isIoError = error instanceof Error && ('code' in error || error.name === 'AbortError');
      throw isIoError ? error : new DamagedBackupError(name, 'damaged', error);
    }
  }

  return { recipient, put, encrypt, decrypt };
}

// Node and the DOM have different types for the same stream.
const toWeb = (source: Readable) => Readable.toWeb(source) as unknown as ReadableStream<Uint8Array>;
const fromWeb = (source: ReadableStream<Uint8Array>) =>
  Readable.fromWeb(source as unknown as WebStream<Uint8Array>);

/** Whether the target already has backups, which require the same key. */
export async function hasFullBackups(target: BackupTarget): Promise<boolean> {
  const found = await target.read(README);
  found?.destroy();
  return found !== undefined;
}

async function ensureRecipient(target: BackupTarget, recipient: string): Promise<boolean> {
  const readme = await target.read(README);
  if (!readme) return false;
  const [, known] = /^recipient (age1\S+)$/m.exec(await readText(readme)) ?? [];
  if (known === undefined)
    throw new Error(`${target.label} contains something other than backups of this program.`);
  if (known === recipient) return true;
  throw new Error(
    `The backups in ${target.label} were made with another key. Set BACKUP_KEY to that key, which the first backup showed; without it, no one can decrypt these backups.`,
  );
}
