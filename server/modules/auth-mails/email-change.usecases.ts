import type { Kysely } from 'kysely';
import { toJson } from '#db/codecs.ts';
import type { Database } from '#db/schema/database.ts';
import { isoNow } from '#server/core/clock.ts';
import { createEmailExistsError } from './auth.errors.ts';
import type { AuthContext } from './auth-context.ts';
import { type PlannedMail, planMail } from './auth-mails.ts';
import { insertFlowState } from './flow-states.repository.ts';
import { claimMailSlot } from './mail-slots.ts';
import { EMAIL_VERIFIED } from './new-user.ts';
import type { Challenge } from './pkce.ts';
import type { UserRow } from './sessions.ts';
import { findUserByEmail, updateUser } from './users.repository.ts';

export type AddressChangeKind = NonNullable<UserRow['email_change_accepted']>;

export interface AddressChange {
  readonly user: UserRow;
  readonly newEmail: string;
  readonly challenge: Challenge | undefined;
  readonly redirectTo: string;
}

/** Asks both addresses. The account keeps its own until both have said yes. */
export async function planAddressChange(
  context: AuthContext,
  trx: Kysely<Database>,
  { user, newEmail, challenge, redirectTo }: AddressChange,
): Promise<{ user: UserRow; mails: PlannedMail[] }> {
  if (await findUserByEmail(trx, newEmail)) throw createEmailExistsError();
  const claimed = await claimMailSlot(context, trx, user, 'email_change_sent_at');
  const now = isoNow(context.clock);
  const changed = await updateUser(trx, claimed.id, {
    email_change: newEmail,
    email_change_accepted: null,
    updated_at: now,
  });
  // One flow for both links: whichever is used last brings the code.
  const flowStateId = await insertFlowState(trx, {
    challenge,
    userId: user.id,
    authType: 'email_change',
    now,
  });
  const mail = { user: changed, redirectTo, flowStateId };
  return {
    user: changed,
    mails: [
      await planMail(context, trx, { ...mail, kind: 'email_change_current' }),
      await planMail(context, trx, { ...mail, kind: 'email_change_new', to: newEmail }),
    ],
  };
}

/** One of the two has said yes; undefined while the other has not. */
export async function acceptAddressChange(
  context: AuthContext,
  trx: Kysely<Database>,
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
    user_metadata: toJson({ ...user.user_metadata, ...EMAIL_VERIFIED }),
    updated_at: now,
  });
}
