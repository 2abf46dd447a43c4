import type { Readable } from 'node:stream';

/** Destination of full backups: a folder or an object store. It only holds encrypted bytes. */
export interface BlobPlace {
  /** Name for the operator. */
  readonly label: string;
  /** Lists all names below a folder, including the folder's name. */
  list(folder: string): Promise<string[]>;
  read(name: string): Promise<Readable | undefined>;
  /** Path for a new local file, for `put`. */
  draft(): Promise<string>;
  /** Stores it atomically and durably under its name. */
  put(draft: string, name: string): Promise<void>;
  remove(name: string): Promise<void>;
  /** Deletes drafts of failed backups; only while no other backup runs. */
  sweep(): Promise<void>;
}
