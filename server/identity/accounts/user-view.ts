import { createHmac, type KeyObject } from 'node:crypto';
import type { AuthUser } from '#contract/calls/auth.ts';
import type { UserRow } from '../sessions/sessions.repository.ts';

const AUDIENCE = 'authenticated';
const APP_METADATA = { provider: 'email', providers: ['email'] };

/** The person as the wire shows her; a time that is not set is a key that is not there. */
export function toAuthUser(user: UserRow): AuthUser {
  return {
    id: user.id,
    aud: AUDIENCE,
    role: AUDIENCE,
    email: user.email,
    phone: '',
    ...present({
      email_confirmed_at: user.email_confirmed_at,
      confirmed_at: user.email_confirmed_at,
      invited_at: user.invited_at,
      confirmation_sent_at: user.confirmation_sent_at,
      recovery_sent_at: user.recovery_sent_at,
      new_email: user.email_change,
      email_change_sent_at: user.email_change_sent_at,
      reauthentication_sent_at: user.reauthentication_sent_at,
      last_sign_in_at: user.last_sign_in_at,
      banned_until: user.banned_until,
    }),
    app_metadata: { ...APP_METADATA, ...user.app_metadata },
    user_metadata: { ...user.user_metadata, ...claimsOf(user) },
    identities: [toIdentity(user)],
    created_at: user.created_at,
    updated_at: user.updated_at,
    is_anonymous: false,
  };
}

/**
 * What a stranger gets who signs up with a confirmed address: like a new person in every member but
 * `identities`, by which an app can say "you already have an account".
 */
export function toObfuscatedUser(
  email: string,
  data: Record<string, unknown>,
  now: string,
): AuthUser {
  return {
    id: crypto.randomUUID(),
    aud: AUDIENCE,
    role: '',
    email,
    phone: '',
    confirmation_sent_at: now,
    app_metadata: APP_METADATA,
    user_metadata: data,
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
}

/** The same of an account that need not be there: made of the address and what was sent with it. */
export function toUnconfirmedUser(
  key: KeyObject,
  { email, data }: { email: string; data: Record<string, unknown> },
  now: string,
): AuthUser {
  const id = standInId(key, `person\n${email}`);
  const claims = claimsOf({ id, email, email_confirmed_at: null });
  const user = {
    ...toObfuscatedUser(email, data, now),
    id,
    role: AUDIENCE,
    user_metadata: { ...data, ...claims },
  };
  const identity = {
    identity_id: standInId(key, `identity\n${email}`),
    id,
    user_id: id,
    identity_data: { ...data, ...claims },
    provider: 'email' as const,
    created_at: now,
    updated_at: now,
    email,
  };
  return { ...user, identities: [identity] };
}

/** Looks like any UUID of version 4, and is another only for another address. */
function standInId(key: KeyObject, text: string): string {
  const hex = createHmac('sha256', key).update(text).digest('hex');
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) % 4);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

/**
 * What the original copies into the metadata at sign-up and apps read there. Made anew for every answer, so that
 * older accounts have it too and a changed address is never the old one; no client can set it.
 */
function claimsOf({ id, email, email_confirmed_at }: Claimed) {
  return { sub: id, email, email_verified: email_confirmed_at !== null, phone_verified: false };
}

type Claimed = Pick<UserRow, 'id' | 'email' | 'email_confirmed_at'>;

function toIdentity(user: UserRow): AuthUser['identities'][number] {
  return {
    identity_id: user.identity_id,
    id: user.id,
    user_id: user.id,
    identity_data: {
      ...user.identity_data,
      ...claimsOf(user),
    },
    provider: 'email',
    ...present({ last_sign_in_at: user.last_sign_in_at }),
    created_at: user.created_at,
    updated_at: user.updated_at,
    email: user.email,
  };
}

function present<K extends string>(members: Record<K, string | null>): Partial<Record<K, string>> {
  const set = Object.entries(members).filter(([, value]) => value !== null);
  // fromEntries widens the keys; these are the given ones without the empty.
  return Object.fromEntries(set) as Partial<Record<K, string>>;
}
