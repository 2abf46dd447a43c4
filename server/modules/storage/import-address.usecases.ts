import type { Bucket, StoredObject } from '#contract/calls/storage.ts';
import type { Config } from '#server/core/config.ts';
import { AppError } from '#server/core/errors.ts';
import { fetchAddress } from './fetch-address.ts';
import { createFetchError } from './storage.errors.ts';
import { storeUpload, type TakeInDeps } from './upload.usecases.ts';

interface ImportDeps extends TakeInDeps {
  readonly config: Pick<Config, 'FFMPEG' | 'IMPORT_NETWORKS'>;
  readonly limitBytes: number;
}

/** Downloads a file from an https address and stores it like an upload. */
export async function importAddress(
  deps: ImportDeps,
  bucket: Bucket,
  address: string,
): Promise<StoredObject> {
  const { limitBytes, config } = deps;
  const { name, body } = await fetchAddress(address, {
    networks: config.IMPORT_NETWORKS,
    limitBytes,
  });
  try {
    return await storeUpload(deps, { bucket, name }, body);
  } catch (error) {
    if (error instanceof AppError || !body.errored) throw error;
    throw createFetchError('the connection broke off');
  } finally {
    body.destroy();
  }
}
