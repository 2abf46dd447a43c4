import { setTimeout as sleep } from 'node:timers/promises';
import { takeLease } from '#db/leases.ts';
import type { AppDatabase } from '#db/open.ts';
import type { ObjectName } from './object-name.ts';
import { createContentBusyError } from './storage.errors.ts';

/** All tries together take longer than a lease, so that the lease of a dead process has ended by then. */
const TRIES = 400;
const TRY_EVERY_MS = 50;

/**
 * Runs `work` alone for one stored file, over all processes and machines. Otherwise a file could be removed as unused
 * while another upload of the same content is being mapped to it.
 */
export async function withContentLock<T>(
  db: AppDatabase,
  { bucket, name }: ObjectName,
  work: () => Promise<T>,
): Promise<T> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const lease = await takeLease(db, `content ${bucket}/${name}`);
    // An unreleased lease expires.
    if (lease) return work().finally(() => lease.release().catch(() => undefined));
    await sleep(TRY_EVERY_MS);
  }
  throw createContentBusyError();
}
