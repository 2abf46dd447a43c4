import { LIMITS } from '#contract/constants/limits.ts';
import type { Config } from '#server/core/config/config.ts';
import { AppError } from '#server/core/errors.ts';
import { importAddress } from '#server/modules/storage/uploads/import-address.usecases.ts';
import type { IngestDeps } from '#server/modules/storage/uploads/upload.usecases.ts';
import { tableError } from '#server/tables/tables.errors.ts';
import type { ImportFiles } from '#server/tables/write/write.ts';

const BUCKET_OF_COLUMN = { audio_url: 'audio', image_url: 'images' } as const;
/** Limits the files per request, because the request waits for their download. */
const MAX_FILES = 10;

type ImportDeps = Omit<IngestDeps, 'config'> & {
  readonly config: Pick<Config, 'FFMPEG' | 'IMPORT_NETWORKS'>;
};

/**
 * Downloads and stores recordings and covers given by an https address; the row gets the stored address.
 * Browsers never load files from other servers.
 */
export function createFileImporter(deps: ImportDeps): ImportFiles {
  const importOne = async (bucket: 'audio' | 'images', address: string) => {
    try {
      return await importAddress({ ...deps, limitBytes: LIMITS.uploadBytes }, bucket, address);
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      throw tableError('check', `${error.publicMessage} Upload the file instead.`);
    }
  };
  return async (table, { rows, keys }) => {
    if (table !== 'audio_content') return;
    const columns = (['audio_url', 'image_url'] as const).filter((name) => keys.includes(name));
    const addresses = new Map<string, 'audio' | 'images'>();
    for (const row of rows) {
      for (const column of columns) {
        const address = row[column];
        if (isRemoteAddress(address)) addresses.set(address, BUCKET_OF_COLUMN[column]);
      }
    }
    if (addresses.size > MAX_FILES) {
      throw tableError(
        'check',
        `One request can import at most ${MAX_FILES} files from other servers. Send fewer rows at a time.`,
      );
    }
    const stored = new Map<unknown, string>();
    for (const [address, bucket] of addresses) {
      stored.set(address, (await importOne(bucket, address)).path);
    }
    for (const row of rows) {
      for (const column of columns) row[column] = stored.get(row[column]) ?? row[column];
    }
  };
}

const isRemoteAddress = (value: unknown): value is string =>
  typeof value === 'string' && value.startsWith('https://');
