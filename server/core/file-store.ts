import type { Readable } from 'node:stream';
import type { Bucket } from '#contract/calls/storage.ts';

export interface StoredFile {
  readonly bytes: number;
  readonly modifiedAt: Date;
}

/** Where recordings and pictures are kept. Names are relative, checked by `isSafeName` before they get here. */
export interface FileStore {
  /** The file on this machine's disk, or undefined when the store is elsewhere. */
  localPath(bucket: Bucket, name: string): string | undefined;
  find(bucket: Bucket, name: string): Promise<StoredFile | undefined>;
  /** All files directly in the bucket. */
  list(bucket: Bucket): Promise<(StoredFile & { name: string })[]>;
  remove(bucket: Bucket, name: string): Promise<void>;
  /** A small text the program keeps beside the files. */
  readNote(name: string): Promise<string | undefined>;
  writeNote(name: string, text: string): Promise<void>;
  /** Inclusive byte positions, as in a Range header. */
  read(bucket: Bucket, name: string, range?: { start: number; end: number }): Readable;
  /** Local folder of what is on its way in, on the same disk as the files, so that `adopt` only renames. */
  readonly incoming: string;
  /** An empty local file for an upload in progress, which `adopt` or the caller's `unlink` ends. */
  createTemporary(): Promise<string>;
  /** Makes a finished temporary file the named object in one step; keeps what has that name already. */
  adopt(temporary: string, bucket: Bucket, name: string): Promise<void>;
  /** Removes temporary files that nobody has touched since, left by a process that died; how many. */
  sweep(before: Date): Promise<number>;
  /** Rejects when no file can be written. */
  checkWritable(): Promise<void>;
}
