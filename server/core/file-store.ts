import type { Readable } from 'node:stream';
import type { Bucket } from '#contract/calls/storage.ts';
import type { FileLock } from './file-lock.ts';

export interface StoredFile {
  readonly bytes: number;
  readonly modifiedAt: Date;
}

/** A file that arrives in parts, and what is kept beside it; every process that sees the store can go on with it. */
export interface PartialFiles {
  /** How much room a new one of this length would lack. */
  missingBytes(length: number): Promise<number>;
  create(id: string, note: string): Promise<void>;
  lock(id: string, patienceMs: number): Promise<FileLock | undefined>;
  readNote(id: string): Promise<{ text: string; changedAt: number } | undefined>;
  /** In one step, so that a process that dies leaves the old note or the new one. */
  writeNote(id: string, text: string): Promise<void>;
  /** Bytes that are safe; undefined when there is no file, or it has its name. */
  size(id: string): Promise<number | undefined>;
  /**
   * Adds to the end, and what arrived before the line broke stays. `isWhole` when only all of it counts, and
   * a part that is refused with an `AppError` does not. Answers the new size.
   */
  append(
    id: string,
    offset: number,
    part: { bytes: AsyncIterable<Buffer>; isWhole: boolean },
  ): Promise<number>;
  touch(id: string, now: Date): Promise<void>;
  /** Lends the file, all of which has arrived. */
  withFile<T>(id: string, work: (path: string) => Promise<T>): Promise<T>;
  /** As the store's, for a file of its parts. */
  adopt(id: string, bucket: Bucket, name: string): Promise<void>;
  remove(id: string): Promise<void>;
}

/** Where recordings and pictures are kept. Names are relative, checked by `isSafeName` before they get here. */
export interface FileStore {
  /** The file on this machine's disk, or undefined when the store is elsewhere. */
  localPath(bucket: Bucket, name: string): string | undefined;
  find(bucket: Bucket, name: string): Promise<StoredFile | undefined>;
  /** All files directly in the bucket. */
  list(bucket: Bucket): Promise<(StoredFile & { name: string })[]>;
  /** Names of all files in the bucket and in the folders below. */
  listNames(bucket: Bucket): Promise<string[]>;
  remove(bucket: Bucket, name: string): Promise<void>;
  /** A small text the program keeps beside the files. */
  readNote(name: string): Promise<string | undefined>;
  writeNote(name: string, text: string): Promise<void>;
  /** Inclusive byte positions, as in a Range header. Rejects when there is no such file. */
  read(bucket: Bucket, name: string, range?: { start: number; end: number }): Promise<Readable>;
  /** Lends the file as one on this machine's disk, which is the file itself or a copy for the while. */
  withLocalFile<T>(bucket: Bucket, name: string, work: (path: string) => Promise<T>): Promise<T>;
  /** Of all files, with what is on its way in. */
  countBytes(): Promise<number>;
  /** Local folder of what is on its way in; beside a store on the same disk, so that `adopt` only renames. */
  readonly incoming: string;
  /** An empty local file for an upload in progress, which `adopt` or the caller's `unlink` ends. */
  createTemporary(): Promise<string>;
  /** Makes a finished temporary file the named object in one step; keeps what has that name already. */
  adopt(temporary: string, bucket: Bucket, name: string): Promise<void>;
  readonly parts: PartialFiles;
  /** Removes temporary files that nobody has touched since, left by a process that died; how many. */
  sweep(before: Date): Promise<number>;
  /** Rejects when no file can be written. */
  checkWritable(): Promise<void>;
}
