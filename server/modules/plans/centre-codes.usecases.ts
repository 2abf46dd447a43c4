import type { CentreCodeInsert } from '#contract/calls/admin/centre-codes.ts';
import { endOfDay } from '#contract/constants/plans.ts';
import { type CentreCode, CODE_LENGTH } from '#contract/rows/centre-codes.ts';
import { recordInAuditLog } from '#server/core/actors/audit-log.repository.ts';
import { isoNow } from '#server/core/clock.ts';
import { generateShortCode } from '#server/core/config/secrets.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { endCode, findCodeById, insertCode } from './centre-codes.repository.ts';

type Deps = Pick<ServerDeps, 'db' | 'clock'>;

/** Creates a code for a centre; undefined if the last day has passed. */
export async function createCentreCode(
  { db, clock }: Deps,
  { last_day, ...given }: CentreCodeInsert,
): Promise<CentreCode | undefined> {
  const now = isoNow(clock);
  const valid_until = endOfDay(last_day);
  if (valid_until < now) return undefined;
  return db.transaction(async (trx) => {
    const row = { ...given, valid_until, created_at: now };
    let created: CentreCode | undefined;
    // Draws again if the code is taken, which is rare with 30^8 codes.
    while (!created)
      created = await insertCode(trx, { ...row, code: generateShortCode(CODE_LENGTH) });
    await recordInAuditLog(trx, {
      actor: 'service_role',
      action: 'insert',
      on: 'centre_codes',
      which: String(created.id),
      after: withoutCode(created),
      now,
    });
    return created;
  });
}

/** The code can no longer be redeemed; redeemed plans stay. Undefined for an unknown code. */
export async function endCentreCode(
  { db, clock }: Deps,
  id: number,
): Promise<CentreCode | undefined> {
  const now = isoNow(clock);
  return db.transaction(async (trx) => {
    const ended = await endCode(trx, id, now);
    // Unknown or already ended.
    if (!ended) return findCodeById(trx, id);
    const after = withoutCode(ended);
    await recordInAuditLog(trx, {
      actor: 'service_role',
      action: 'update',
      on: 'centre_codes',
      which: String(id),
      before: { ...after, ended_at: null },
      after,
      now,
    });
    return ended;
  });
}

/** Omits the code from the audit log, because it grants a plan. */
function withoutCode({ code: _code, ...rest }: CentreCode) {
  return rest;
}
