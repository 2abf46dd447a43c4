import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { ERASE_WITHIN_DAYS } from '#contract/rows/deletion-requests.ts';
import type { AppDatabase } from '#db/open.ts';
import type { Executor } from '#db/schema/database.ts';
import { DAY_MS, formatDay, isoNow } from '#server/core/clock.ts';
import { createSecret, hashSecret } from '#server/core/config/secrets.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { renderMail } from '#server/modules/mail/mail-texts.usecases.ts';
import { createRequestNotFoundError, createRequestStateError } from './account-deletion.errors.ts';
import {
  type DeletionState,
  lockRequest,
  logDecision,
  updateRequest,
} from './decisions.repository.ts';

/**
 * Approves an erasure, due within 30 days. Mails the date and the link to the requested copy; the approval is
 * rolled back if no mail can be queued.
 */
export async function approveDeletion(deps: ServerDeps, id: number): Promise<void> {
  const { clock, config, db, mailer } = deps;
  const settings = await deps.settings.read();
  const now = isoNow(clock);
  const dueAt = new Date(Date.parse(now) + ERASE_WITHIN_DAYS * DAY_MS).toISOString();
  await db.transaction(async (trx) => {
    const request = await lockRequestIn(db, trx, id, ['confirmed']);
    const dataToken = request.data_download ? createSecret() : undefined;
    const token_hash = dataToken === undefined ? null : hashSecret(dataToken);
    await updateRequest(trx, id, {
      status: 'approved',
      approved_at: now,
      due_at: dueAt,
      token_hash,
    });
    const after = { status: 'approved', due_at: dueAt };
    await logDecision(trx, { actor: 'service_role', action: 'approve', requestId: id, after, now });
    const template = dataToken === undefined ? 'deletion_approved' : 'deletion_approved_with_data';
    const link = `${config.SITE_URL}${API_PATHS.accountDeletionData}?token=${dataToken}`;
    const content = renderMail(settings, template, { day: formatDay(dueAt), link });
    await mailer.send({ ...content, to: request.email, kind: 'deletion_approved' }, trx);
  });
}

/** Refuses a request and mails the reason; also revokes an approval. */
export async function refuseDeletion(deps: ServerDeps, id: number, reason: string): Promise<void> {
  const { clock, db, mailer } = deps;
  const settings = await deps.settings.read();
  const now = isoNow(clock);
  await db.transaction(async (trx) => {
    const request = await lockRequestIn(db, trx, id, ['received', 'confirmed', 'approved']);
    const after = { status: 'refused', refusal: reason } as const;
    await updateRequest(trx, id, { ...after, refused_at: now, due_at: null, token_hash: null });
    await logDecision(trx, { actor: 'service_role', action: 'refuse', requestId: id, after, now });
    // No mail to an unverified address.
    if (!request.is_proved) return;
    const content = renderMail(settings, 'deletion_refused', { reason });
    await mailer.send({ ...content, to: request.email, kind: 'deletion_refused' }, trx);
  });
}

/** Throws if the request is unknown or in another state. */
export async function lockRequestIn(
  { sql }: Pick<AppDatabase, 'sql'>,
  trx: Executor,
  id: number,
  states: readonly DeletionState[],
) {
  const request = await lockRequest(trx, sql, id);
  if (!request) throw createRequestNotFoundError();
  if (!states.includes(request.status)) throw createRequestStateError(request.status);
  return request;
}
