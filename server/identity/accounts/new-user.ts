import type { Insertable } from 'kysely';
import { toJson } from '#db/codecs.ts';
import type { UsersTable } from '#db/schema/auth.ts';
import type { JsonObject } from '#db/schema/column-types.ts';
import { mergeMetadata, mergeUserMetadata } from './user-metadata.ts';

export interface NewUser {
  readonly id?: string;
  readonly email: string;
  readonly passwordHash: string | null;
  readonly data: Record<string, unknown> | undefined;
  readonly appMetadata?: Record<string, unknown> | undefined;
  readonly isConfirmed: boolean;
  readonly isInvited?: boolean;
}

export const EMAIL_VERIFIED = { email_verified: true };

export function createUserRow(given: NewUser, now: string): Insertable<UsersTable> {
  const data = mergeUserMetadata({}, given.data ?? {});
  return {
    id: given.id ?? crypto.randomUUID(),
    email: given.email,
    password_hash: given.passwordHash,
    email_confirmed_at: given.isConfirmed ? now : null,
    invited_at: given.isInvited ? now : null,
    user_metadata: toJson(given.isConfirmed ? { ...data, ...EMAIL_VERIFIED } : data),
    app_metadata: toJson(mergeMetadata({}, given.appMetadata ?? {})),
    identity_id: crypto.randomUUID(),
    identity_data: toJson(data satisfies JsonObject),
    created_at: now,
    updated_at: now,
  };
}
