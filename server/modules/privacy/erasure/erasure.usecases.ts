import { runErasing } from '#db/erasing-transaction.ts';
import type { Executor } from '#db/schema/database.ts';
import { isoNow } from '#server/core/clock.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { AppError } from '#server/core/errors.ts';
import { isUuid } from '#server/core/ids.ts';
import { createNotFoundError } from '#server/http/error-handler.ts';
import { removeFromOutbox, removeWaitingMails } from '#server/modules/mail/mail.usecases.ts';
import { type MailSettings, renderMail } from '#server/modules/mail/mail-texts.usecases.ts';
import { findFilesOf, removeContent } from '#server/modules/storage/objects.usecases.ts';
import { createWrongAddressError } from '../account-deletion.errors.ts';
import { listDue, logDecision, updateRequest } from '../decisions.repository.ts';
import { lockRequestIn } from '../decisions.usecases.ts';
import { erasePerson, findAccount, findSubject, type Subject } from './erasure.repository.ts';
import { storeTombstones, writeTombstonesToFile } from './tombstones.usecases.ts';

/** An admin confirms by typing the user's address; the system acts when an approved erasure is due. */
type Cause = { actor: 'service_role'; typed: string } | { actor: 'system' };

/**
 * Carries out an approved request in one transaction. Keeps when an erasure happened and a hash of the user, so
 * that a restored backup can be cleaned.
 */
export async function carryOutErasure(deps: ServerDeps, id: number, cause: Cause): Promise<void> {
  await carryOut(deps, cause.actor, id, async (trx, now) => {
    const request = await lockRequestIn(deps.db, trx, id, ['approved']);
    await updateRequest(trx, id, { status: 'erased', erased_at: now });
    const subject = await findSubject(trx, request);
    ensureAddressMatches(cause, [...subject.emails, request.email]);
    return subject;
  });
}
/** Erases a user whose request did not come through the form. */
export async function eraseAccount(deps: ServerDeps, userId: string, typed: string): Promise<void> {
  await carryOut(deps, 'service_role', undefined, async (trx) => {
    const account = isUuid(userId) ? await findAccount(trx, userId) : undefined;
    if (!account) throw createNoSuchPersonError();
    ensureAddressMatches({ actor: 'service_role', typed }, [account.email]);
    return { userId: account.id, emails: [account.email] };
  });
}

const createNoSuchPersonError = () => createNotFoundError('There is no such person');

/** Runs all due erasures. A failed one is retried and does not block the others. */
export async function carryOutDueErasures(deps: ServerDeps): Promise<number> {
  const due = await listDue(deps.db.kysely, isoNow(deps.clock));
  let done = 0;
  for (const id of due) {
    try {
      await carryOutErasure(deps, id, { actor: 'system' });
      done += 1;
    } catch (err) {
      // Another process or an admin was faster.
      if (err instanceof AppError && err.status === 409) continue;
      deps.logger.error({ err, request: id }, 'a due erasure was not carried out');
    }
  }
  return done;
}

/** Erases the user that `find` returns, in the same transaction. */
async function carryOut(
  deps: ServerDeps,
  actor: Cause['actor'],
  requestId: number | undefined,
  find: (trx: Executor, now: string) => Promise<Subject>,
): Promise<void> {
  const { clock, config, db } = deps;
  const now = isoNow(clock);
  const settings = await deps.settings.read();
  const { subject, files } = await runErasing(db, async (trx) => {
    const subject = await find(trx, now);
    // Read before the erasure, because their rows cascade with the account.
    const files = subject.userId === null ? [] : await findFilesOf(trx, subject.userId);
    if (!(await erasePerson(db, trx, { ...subject, now }))) throw createNoSuchPersonError();
    await storeTombstones(trx, config.DATA_DIR, subject, now);
    const after = { status: 'erased' };
    await logDecision(trx, { actor, action: 'erase', requestId, after, now });
    await removeWaitingMails(trx, config.JWT_SECRET, subject);
    // Before the commit: if the process dies here, the request still exists and is carried out later.
    await removeFromOutbox(config.DATA_DIR, subject);
    await sendErasureMail(deps, subject, settings, trx);
    return { subject, files };
  });
  // File deletion is not transactional. If the process dies here, the sweep removes unused files after a week.
  for (const file of files) await removeContent(deps, file);
  await writeTombstonesToFile(deps, subject, now);
  // Runs again for mails that were written during the erasure.
  await removeFromOutbox(config.DATA_DIR, subject);
  await removeWaitingMails(db.kysely, config.JWT_SECRET, subject);
}

function ensureAddressMatches(cause: Cause, emails: readonly string[]): void {
  if (cause.actor === 'service_role' && !emails.includes(cause.typed)) {
    throw createWrongAddressError();
  }
}

/** The address is kept encrypted until the mail is sent. */
async function sendErasureMail(
  deps: ServerDeps,
  { emails }: Subject,
  settings: MailSettings,
  trx: Executor,
): Promise<void> {
  const [to] = emails;
  if (to === undefined) return;
  try {
    const content = renderMail(settings, 'deletion_done');
    await deps.mailer.send({ ...content, to, kind: 'deletion_done', forgetsAddress: true }, trx);
  } catch {
    // The mailer's error may contain the address.
    deps.logger.error('queueing the erasure mail failed');
  }
}
