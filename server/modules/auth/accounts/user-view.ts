import { createHmac, type KeyObject } from 'node:crypto';
import type { AuthUser } from '#contract/calls/auth.ts';
import { formatUuid } from '#server/core/ids.ts';
import type { UserRow } from '../sessions/sessions.repository.ts';

const AUDIENCE = 'authenticated';
const APP_METADATA = { provider: 'email', providers: ['email'] };

/** The user in GoTrue's format; unset times are omitted. */
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
    user_metadata: toUserMetadata(user),
    identities: [toIdentity(user)],
    created_at: user.created_at,
    updated_at: user.updated_at,
    is_anonymous: false,
  };
}

/**
 * Answer to a sign-up with a confirmed address: like a new user except for empty `identities`, by which an app
 * can detect it.
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

/** The same for an account that may not exist, built from the request. */
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

/** A stable fake UUID v4 per address. */
function standInId(key: KeyObject, text: string): string {
  const hex = createHmac('sha256', key).update(text).digest('hex');
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) % 4);
  return formatUuid(`${hex.slice(0, 12)}4${hex.slice(13, 16)}${variant}${hex.slice(17, 32)}`);
}

/**
 * Claims that GoTrue copies into the metadata at sign-up and apps read. Computed for every answer, so that they
 * are always current and clients cannot set them.
 */
function claimsOf({ id, email, email_confirmed_at }: Claimed) {
  return { sub: id, email, email_verified: email_confirmed_at !== null, phone_verified: false };
}

/** Claims override stored metadata, because apps read them in every token. */
function toUserMetadata(user: UserRow): AuthUser['user_metadata'] {
  const claims = Object.entries(claimsOf(user));
  const shown = isAsGiven(user)
    ? claims.filter(([name]) => Object.hasOwn(user.user_metadata, name))
    : claims;
  return { ...user.user_metadata, ...Object.fromEntries(shown) };
}

/**
 * Whether the admin API created the account. It adds nothing to the metadata, and only for its accounts the stored
 * identity holds the account's id.
 */
export const isAsGiven = ({ id, identity_data }: Pick<UserRow, 'id' | 'identity_data'>): boolean =>
  identity_data['sub'] === id;

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
  // fromEntries widens the key type.
  return Object.fromEntries(set) as Partial<Record<K, string>>;
}
