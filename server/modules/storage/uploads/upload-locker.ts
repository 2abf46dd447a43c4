import { setTimeout as sleep } from 'node:timers/promises';
import { ERRORS, type Locker } from '@tus/server';
import { acquireLease, type Lease } from '#db/leases.ts';
import type { AppDatabase } from '#db/open.ts';

/** The tries together last longer than an upload's idle timeout and than a lease: by then a stale lock is free. */
const TRIES = 200;
const TRY_EVERY_MS = 100;

/** Allows one request per upload at a time, over all processes and machines. */
export function createUploadLocker(db: AppDatabase): Locker {
  /** Locks held in this process, which are released on request. */
  const holders = new Map<string, () => unknown>();
  return {
    newLock(key) {
      let lease: Lease | undefined;
      return {
        async lock(signal, cancelRequest) {
          for (let tries = 0; tries < TRIES && !signal.aborted; tries += 1) {
            holders.get(key)?.();
            lease = await acquireLease(db, `upload ${key}`);
            if (lease) {
              holders.set(key, cancelRequest);
              lease.lost.addEventListener('abort', () => void cancelRequest());
              return;
            }
            await sleep(TRY_EVERY_MS);
          }
          throw ERRORS.ERR_LOCK_TIMEOUT;
        },
        async unlock() {
          holders.delete(key);
          // An unreleased lease expires.
          await lease?.release().catch(() => undefined);
        },
      };
    },
  };
}
