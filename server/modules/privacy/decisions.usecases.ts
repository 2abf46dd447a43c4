import { ERASE_WITHIN_DAYS } from '#contract/rows/deletion-requests.ts';
import { isoNow } from '#server/core/clock.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { createRequestNotFoundError, createRequestStateError } from './account-deletion.errors.ts';
import { approveRequest, findRequest, logDecision, refuseRequest } from './decisions.repository.ts';
import { createApprovedMail, createRefusedMail } from './deletion-mails.ts';
import { createMailedToken } from './mailed-token.ts';

const DAY_MS = 24 * 60 * 60_000;

/**
 * Starts the clock: within 30 days the person is erased, by the admin or by itself. She is told until
 * when, and where to find the copy she asked for; a mail that nobody takes over undoes the approval.
 */
export async function approveDeletion(deps: ServerDeps, id: number): Promise<void> {
  const { clock, config, db, mailer, settings } = deps;
  const { brand } = await settings.read();
  const now = isoNow(clock);
  const dueAt = new Date(Date.parse(now) + ERASE_WITHIN_DAYS * DAY_MS).toISOString();
  await db.transaction(async (trx) => {
    const known = await findRequest(trx, id);
    if (!known) throw createRequestNotFoundError();
    const data = known.data_download ? createMailedToken() : undefined;
    const approved = await approveRequest(trx, id, { now, dueAt, tokenHash: data?.hash ?? null });
    if (!approved) throw createRequestStateError(known.status);
    const after = { status: 'approved', due_at: dueAt };
    await logDecision(trx, { actor: 'service_role', action: 'approve', requestId: id, after, now });
    await mailer.send(
      createApprovedMail({
        to: approved.email,
        brand,
        siteUrl: config.SITE_URL,
        dueAt,
        dataToken: data?.token,
      }),
      trx,
    );
  });
}

/** Nothing is erased, and she is told why; an approved request can still be taken back this way. */
export async function refuseDeletion(deps: ServerDeps, id: number, reason: string): Promise<void> {
  const { clock, db, mailer, settings } = deps;
  const { brand } = await settings.read();
  const now = isoNow(clock);
  await db.transaction(async (trx) => {
    const known = await findRequest(trx, id);
    if (!known) throw createRequestNotFoundError();
    const refused = await refuseRequest(trx, id, { refusal: reason, now });
    if (!refused) throw createRequestStateError(known.status);
    const after = { status: 'refused', refusal: reason };
    await logDecision(trx, { actor: 'service_role', action: 'refuse', requestId: id, after, now });
    // Nobody is written to about a request that never came from her address.
    if (!known.is_proved) return;
    await mailer.send(createRefusedMail({ to: refused.email, brand, reason }), trx);
  });
}
