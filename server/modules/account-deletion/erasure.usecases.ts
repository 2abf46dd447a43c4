import { createHash } from 'node:crypto';
import { isoNow } from '#server/core/clock.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { erasePerson, findErasable } from './erasure.repository.ts';

/**
 * Carries out a confirmed or approved request: all of it in one transaction, or nothing. What stays says
 * that somebody was erased and when, and as a hash who, so that a restored backup can be cleaned again.
 */
export async function carryOutErasure(
  { clock, db }: Pick<ServerDeps, 'clock' | 'db'>,
  requestId: number,
): Promise<boolean> {
  return db.transaction(async (trx) => {
    const request = await findErasable(trx, requestId);
    if (!request) return false;
    const { userId, email } = request;
    const tombstones = [
      { kind: 'email', subject_hash: hashSubject(email) },
      ...(userId === null ? [] : [{ kind: 'user', subject_hash: hashSubject(userId) }]),
    ];
    await erasePerson(trx, { requestId, userId, email, tombstones, now: isoNow(clock) });
    return true;
  });
}

const hashSubject = (subject: string): string => createHash('sha256').update(subject).digest('hex');
