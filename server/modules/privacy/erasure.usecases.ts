import type { Kysely } from 'kysely';
import { userIdSchema } from '#contract/rows/columns.ts';
import type { Brand } from '#contract/words/brand.ts';
import { runErasing } from '#db/erasing-transaction.ts';
import type { Database } from '#db/schema/database.ts';
import { isoNow } from '#server/core/clock.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { AppError } from '#server/core/errors.ts';
import { createNotFoundError } from '#server/http/error-handler.ts';
import { removeFromOutbox, removeWaitingMails } from '#server/modules/mail/mail.usecases.ts';
import {
  createRequestNotFoundError,
  createRequestStateError,
  createWrongAddressError,
} from './account-deletion.errors.ts';
import { claimErasure, findRequest, listDue, logDecision } from './decisions.repository.ts';
import { createErasedMail } from './deletion-mails.ts';
import { erasePerson, findAccount, findSubject, type Subject } from './erasure.repository.ts';
import { fileTombstones, leaveTombstones } from './tombstones.usecases.ts';

/** The admin has typed the address; `system` stands for an approval whose 30 days are over. */
type Order = { actor: 'service_role'; typed: string } | { actor: 'system' };

/**
 * Carries out an approved request: all of it in one transaction, or nothing. What stays says that
 * somebody was erased and when, and as a hash who, so that a restored backup can be cleaned again.
 */
export async function carryOutErasure(deps: ServerDeps, id: number, order: Order): Promise<void> {
  const now = isoNow(deps.clock);
  const { brand } = await deps.settings.read();
  const subject = await runErasing(deps.db, async (trx) => {
    const known = await findRequest(trx, id);
    if (!known) throw createRequestNotFoundError();
    const request = await claimErasure(trx, id, now);
    if (!request) throw createRequestStateError(known.status);
    const found = await findSubject(trx, request);
    ensureTyped(order, [...found.emails, request.email]);
    await erase(deps, trx, { subject: found, now, actor: order.actor, requestId: id, brand });
    return found;
  });
  await settle(deps, subject, now, brand);
}

/** The same for somebody who asked in another way than by the form. */
export async function eraseAccount(deps: ServerDeps, userId: string, typed: string): Promise<void> {
  const now = isoNow(deps.clock);
  const { brand } = await deps.settings.read();
  const subject = await runErasing(deps.db, async (trx) => {
    const isId = userIdSchema.safeParse(userId).success;
    const account = isId ? await findAccount(trx, userId) : undefined;
    if (!account) throw createNotFoundError('There is no such person');
    const found: Subject = { userId: account.id, emails: [account.email] };
    ensureTyped({ actor: 'service_role', typed }, found.emails);
    await erase(deps, trx, {
      subject: found,
      now,
      actor: 'service_role',
      requestId: undefined,
      brand,
    });
    return found;
  });
  await settle(deps, subject, now, brand);
}

/** Whatever is approved and due. One that fails does not keep the others waiting, and is tried again. */
export async function carryOutDueErasures(deps: ServerDeps): Promise<number> {
  const due = await listDue(deps.db.kysely, isoNow(deps.clock));
  let done = 0;
  for (const id of due) {
    try {
      await carryOutErasure(deps, id, { actor: 'system' });
      done += 1;
    } catch (err) {
      // Another process of this server was faster, or the admin was.
      if (err instanceof AppError && err.status === 409) continue;
      deps.logger.error({ err, request: id }, 'a due erasure was not carried out');
    }
  }
  return done;
}

interface Orders {
  readonly subject: Subject;
  readonly now: string;
  readonly actor: Order['actor'];
  readonly requestId: number | undefined;
  readonly brand: Brand;
}

async function erase(deps: ServerDeps, trx: Kysely<Database>, orders: Orders): Promise<void> {
  const { config, db } = deps;
  const { subject, now, actor, requestId } = orders;
  await erasePerson(db, trx, { ...subject, now });
  await leaveTombstones(trx, config.DATA_DIR, subject, now);
  const after = { status: 'erased' };
  await logDecision(trx, { actor, action: 'erase', requestId, after, now });
  await removeWaitingMails(trx, config.JWT_SECRET, subject);
  // Before the commit: should this process die here, the request is still there to be carried out.
  await removeFromOutbox(config.DATA_DIR, subject);
  if (waitsInDatabase(deps)) await sayGoodbye(deps, subject, orders.brand, trx);
}

/** A file is no part of a transaction; a row is, so that who dies after the commit still owes the mail. */
const waitsInDatabase = ({ config }: ServerDeps) => config.SMTP_URL !== undefined;

function ensureTyped(order: Order, emails: readonly string[]): void {
  if (order.actor === 'service_role' && !emails.includes(order.typed)) {
    throw createWrongAddressError();
  }
}

/** What the transaction cannot hold, once it is committed. */
async function settle(
  deps: ServerDeps,
  subject: Subject,
  now: string,
  brand: Brand,
): Promise<void> {
  await fileTombstones(deps, subject, now);
  // Whatever was being written to her while she was erased.
  await removeFromOutbox(deps.config.DATA_DIR, subject);
  await removeWaitingMails(deps.db.kysely, deps.config.JWT_SECRET, subject);
  if (!waitsInDatabase(deps)) await sayGoodbye(deps, subject, brand);
}

/** The address is kept for it no longer than the mail waits, and sealed. */
async function sayGoodbye(
  deps: ServerDeps,
  { emails }: Subject,
  brand: Brand,
  trx?: Kysely<Database>,
): Promise<void> {
  const [to] = emails;
  if (to === undefined) return;
  try {
    await deps.mailer.send(createErasedMail({ to, brand }), trx);
  } catch {
    // The mailer's error may hold the address, which is to be forgotten.
    deps.logger.error('the last mail to an erased person was not taken over');
  }
}
