import type { Config } from '#server/core/config/config.ts';
import type { FileStore } from '#server/core/files/file-store.ts';
import { createDiskStore } from './disk-store.ts';
import { createS3Store } from './s3-store.ts';

/** Creates the store that `STORAGE_URL` configures. */
export function createStore({
  STORAGE_DIR,
  STORAGE_S3,
}: Pick<Config, 'STORAGE_DIR' | 'STORAGE_S3'>): FileStore {
  return STORAGE_S3 ? createS3Store(STORAGE_S3, STORAGE_DIR) : createDiskStore(STORAGE_DIR);
}
