import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { DataStore } from '@tus/server';
import { BUCKETS, type Bucket } from '#contract/calls/storage.ts';

export interface StoredFile {
  readonly bytes: number;
  readonly modifiedAt: Date;
}

/** Resumable uploads (tus), stored with the files so that every process can continue them. */
export interface ResumableFiles {
  /** Loaded on first use. */
  datastore(): Promise<DataStore>;
  /** The datastore's key of this upload id. */
  keyOf(id: string): string;
  /** Bytes of disk space missing for a new upload of this length. */
  missingBytes(length: number): Promise<number>;
  /**
   * Creates a temporary file with the bytes of a complete upload, which itself stays until it expires, so that HEAD
   * still reports it complete.
   */
  copy(key: string): Promise<string>;
  /** Result of a stored upload. */
  readResult(key: string): Promise<string | undefined>;
  writeResult(key: string, text: string): Promise<void>;
  /** Deletes the upload and its files; keeps the result. */
  remove(key: string): Promise<void>;
}

/** Storage of recordings and pictures. Names are relative and already checked by `isStoredName`. */
export interface FileStore {
  /** Local path, or undefined if the store is remote. */
  localPath(bucket: Bucket, name: string): string | undefined;
  find(bucket: Bucket, name: string): Promise<StoredFile | undefined>;
  /** All files in the bucket and its folders. */
  list(bucket: Bucket): Promise<(StoredFile & { name: string })[]>;
  remove(bucket: Bucket, name: string): Promise<void>;
  /** Small text files stored beside the objects. */
  readNote(name: string): Promise<string | undefined>;
  writeNote(name: string, text: string): Promise<void>;
  /** Range: inclusive byte positions. Rejects if the file is missing. */
  read(bucket: Bucket, name: string, range?: { start: number; end: number }): Promise<Readable>;
  /** Provides a local path: of the file itself, or of a temporary copy. */
  withLocalFile<T>(bucket: Bucket, name: string, work: (path: string) => Promise<T>): Promise<T>;
  /** Total bytes, including uploads in progress. */
  countBytes(): Promise<number>;
  /** Local folder of uploads in progress; on the same disk as a local store, so that `adopt` copies no bytes. */
  readonly incoming: string;
  /** Creates an empty local file for an upload; ended by `adopt` or by the caller's `unlink`. */
  createTemporary(): Promise<string>;
  /** Moves a temporary file to its name atomically; replaces an existing object. */
  adopt(temporary: string, bucket: Bucket, name: string): Promise<void>;
  readonly resumable: ResumableFiles;
  /** Deletes temporary files of dead processes, not modified since `before`; returns the count. */
  sweep(before: Date): Promise<number>;
  /** Rejects if the store is not writable. */
  checkWritable(): Promise<void>;
}

/** The files of all buckets. */
export async function listAll(store: Pick<FileStore, 'list'>) {
  const listOf = async (bucket: Bucket) =>
    (await store.list(bucket)).map((file) => ({ bucket, ...file }));
  return (await Promise.all(BUCKETS.map(listOf))).flat();
}

/** Runs `work` on a temporary file, and removes what `adopt` has not moved. */
export async function withTemporary<T>(
  store: Pick<FileStore, 'createTemporary'>,
  work: (file: string) => Promise<T>,
): Promise<T> {
  const file = await store.createTemporary();
  try {
    return await work(file);
  } finally {
    await rm(file, { force: true });
  }
}
