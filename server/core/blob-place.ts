import type { Readable } from 'node:stream';

/** Where whole backups are kept: a folder, or a store elsewhere. Everybody who sees it sees only sealed bytes. */
export interface BlobPlace {
  /** As an operator knows it. */
  readonly label: string;
  /** All names below a folder, the folder's own name included. */
  list(folder: string): Promise<string[]>;
  read(name: string): Promise<Readable | undefined>;
  /** Path of a local file to be, which `put` takes. */
  draft(): Promise<string>;
  /** Under its name whole and safe, or not at all. */
  put(draft: string, name: string): Promise<void>;
  remove(name: string): Promise<void>;
  /** Takes away drafts of a backup that died; only while no other runs. */
  sweep(): Promise<void>;
}
