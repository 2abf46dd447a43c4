import { z } from 'zod';
import { toJson } from '#db/codecs.ts';
import type { AppDatabase } from '#db/open.ts';
import { findStoredState } from '#server/core/stored-state.repository.ts';

/** The `settings` row with the fingerprint of the key shared by all machines. */
export const FINGERPRINT_SETTING = 'tombstone_key';

export async function findFingerprint({ kysely }: AppDatabase): Promise<string | undefined> {
  return z.string().safeParse(await findStoredState(kysely, FINGERPRINT_SETTING)).data;
}

/** Keeps a fingerprint written by another machine. */
export async function insertFingerprint({ kysely }: AppDatabase, value: string): Promise<void> {
  await kysely
    .insertInto('settings')
    .values({ key: FINGERPRINT_SETTING, value: toJson(value) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
}
