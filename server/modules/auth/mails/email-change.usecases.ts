import { toJson } from '#db/codecs.ts';
import type { Executor } from '#db/schema/database.ts';
import { isoNow } from '#server/core/clock.ts';
import { findUserByEmail, updateUser } from '../accounts/accounts.repository.ts';
import { EMAIL_VERIFIED } from '../accounts/new-user.ts';
import { createRefusal } from '../auth.errors.ts';
import type { AuthContext } from '../auth-context.ts';
import type { UserRow } from '../sessions/sessions.repository.ts';
import { insertFlowState } from '../tokens/flow-states.repository.ts';
import type { Challenge } from '../tokens/pkce.ts';
import { claimMailSlot, recordMail } from './mail-slots.usecases.ts';
import {
  type PreparedMail,
  prepareMailOfFlow,
  sendKnownAddressMail,
  sendMails,
} from './prepare-mail.usecases.ts';

export type AddressChangeKind = NonNullable<UserRow['email_change_accepted']>;

interface AddressChange {
  readonly user: UserRow;
  readonly newEmail: string;
  readonly challenge: Challenge | undefined;
  readonly redirectTo: string;
}

export interface MailsOfChange {
  readonly mails: readonly PreparedMail[];
  /** The new address, if it already has an account. */
  readonly knownAddress?: string;
}

export interface PlannedChange extends MailsOfChange {
  readonly user: UserRow;
}

/** Call after the commit of `planAddressChange`. */
export async function sendChangeMails(
  context: AuthContext,
  { mails, knownAddress }: MailsOfChange,
): Promise<void> {
  await sendMails(context, mails);
  if (knownAddress !== undefined) await sendKnownAddressMail(context, knownAddress, 'email_change');
}

/**
 * Counts the two mails of a change. Call it before the user is locked, because requests for a mail lock in this order:
 * on PostgreSQL a different order may deadlock.
 */
export async function claimChangeMails(
  context: AuthContext,
  trx: Executor,
  { email, newEmail }: { email: string; newEmail: string },
): Promise<void> {
  await claimMailSlot(context, trx, 'email_change', email);
  // Limits mails to the new address over all accounts.
  await claimMailSlot(context, trx, 'email_change_new', newEmail);
}

/**
 * Plans a mail to each address, after `claimChangeMails`. The account keeps its address until both are confirmed.
 */
export async function planAddressChange(
  context: AuthContext,
  trx: Executor,
  { user, newEmail, challenge, redirectTo }: AddressChange,
): Promise<PlannedChange> {
  const isTaken = (await findUserByEmail(trx, newEmail)) !== undefined;
  if (isTaken && context.config.AUTH_TELL_ACCOUNTS) throw createRefusal('emailExists');
  const claimed = await recordMail(context, trx, user, 'email_change');
  const now = isoNow(context.clock);
  const changed = await updateUser(trx, claimed.id, {
    email_change: newEmail,
    email_change_accepted: null,
    updated_at: now,
  });
  // Both links share a PKCE flow. The link that is used second returns the code of the flow.
  const flowStateId = await insertFlowState(trx, {
    challenge,
    userId: user.id,
    authType: 'email_change',
    now,
  });
  const mail = { user: changed, redirectTo, flowStateId };
  const current = await prepareMailOfFlow(context, trx, { ...mail, kind: 'email_change_current' });
  // A taken address gets a notice instead of a link, so that the change cannot complete.
  if (isTaken) return { user: changed, mails: [current], knownAddress: newEmail };
  const toNew = { ...mail, kind: 'email_change_new' as const, to: newEmail };
  return { user: changed, mails: [current, await prepareMailOfFlow(context, trx, toNew)] };
}

/** Records a confirmation and, after both, changes the address; undefined while one is missing. */
export async function acceptAddressChange(
  context: AuthContext,
  trx: Executor,
  user: UserRow,
  accepted: AddressChangeKind,
): Promise<UserRow | undefined> {
  const { email_change: newEmail, email_change_accepted: before } = user;
  const now = isoNow(context.clock);
  if (newEmail === null || before === null || before === accepted) {
    await updateUser(trx, user.id, { email_change_accepted: accepted, updated_at: now });
    return undefined;
  }
  return updateUser(trx, user.id, {
    email: newEmail,
    email_change: null,
    email_change_accepted: null,
    email_confirmed_at: user.email_confirmed_at ?? now,
    email_proved_at: now,
    user_metadata: toJson({ ...user.user_metadata, ...EMAIL_VERIFIED }),
    updated_at: now,
  });
}
