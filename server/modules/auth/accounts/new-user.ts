import type { Insertable } from 'kysely';
import type { JsonObject } from '#contract/rows/define-table.ts';
import { toJson } from '#db/codecs.ts';
import type { UsersTable } from '#db/schema/auth.ts';
import { keepUserMetadata, mergeMetadata, mergeUserMetadata } from './metadata.ts';

export interface NewUser {
  readonly id?: string;
  readonly email: string;
  readonly passwordHash: string | null;
  readonly data: Record<string, unknown> | undefined;
  readonly appMetadata?: Record<string, unknown> | undefined;
  readonly isConfirmed: boolean;
  /** An admin vouches for the address. */
  readonly isProved?: boolean;
  readonly isInvited?: boolean;
  /** Created by the admin API: claims are added to the identity instead of the metadata. */
  readonly isByAdmin?: boolean;
}

export const EMAIL_VERIFIED = { email_verified: true };

export function createUserRow(given: NewUser, now: string): Insertable<UsersTable> {
  const { email, id = crypto.randomUUID(), isByAdmin = false } = given;
  const data = isByAdmin
    ? keepUserMetadata(given.data ?? {})
    : mergeUserMetadata({}, given.data ?? {});
  const claims = { sub: id, email, email_verified: false, phone_verified: false };
  return {
    id,
    email,
    password_hash: given.passwordHash,
    email_confirmed_at: given.isConfirmed ? now : null,
    email_proved_at: given.isProved ? now : null,
    invited_at: given.isInvited ? now : null,
    user_metadata: toJson(given.isConfirmed && !isByAdmin ? { ...data, ...EMAIL_VERIFIED } : data),
    app_metadata: toJson(mergeMetadata({}, given.appMetadata ?? {})),
    identity_id: crypto.randomUUID(),
    identity_data: toJson((isByAdmin ? claims : data) satisfies JsonObject),
    created_at: now,
    updated_at: now,
  };
}
