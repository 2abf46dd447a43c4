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
    ...omitNulls({
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
 * GoTrue's response to a sign-up with a confirmed address: a fake new user, whose empty `identities` tell apps that the
 * address is taken.
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

/** A fake unconfirmed user, which looks the same whether or not the account exists. */
export function toUnconfirmedUser(
  key: KeyObject,
  { email, data }: { email: string; data: Record<string, unknown> },
  now: string,
): AuthUser {
  const id = fakeIdOf(key, `person\n${email}`);
  const claims = claimsOf({ id, email, email_confirmed_at: null });
  const user = {
    ...toObfuscatedUser(email, data, now),
    id,
    role: AUDIENCE,
    user_metadata: { ...data, ...claims },
  };
  const identity = {
    identity_id: fakeIdOf(key, `identity\n${email}`),
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

/** Returns a UUID v4 that depends only on the key and the text. */
function fakeIdOf(key: KeyObject, text: string): string {
  const hex = createHmac('sha256', key).update(text).digest('hex');
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) % 4);
  return formatUuid(`${hex.slice(0, 12)}4${hex.slice(13, 16)}${variant}${hex.slice(17, 32)}`);
}

/**
 * GoTrue copies these claims into the metadata at sign-up. We compute them for each response instead, so that they are
 * current and clients cannot set them.
 */
function claimsOf({ id, email, email_confirmed_at }: Claimed) {
  return { sub: id, email, email_verified: email_confirmed_at !== null, phone_verified: false };
}

/** Claims override stored metadata, because apps trust them. */
function toUserMetadata(user: UserRow): AuthUser['user_metadata'] {
  const claims = Object.entries(claimsOf(user));
  const visible = isByAdmin(user)
    ? claims.filter(([name]) => Object.hasOwn(user.user_metadata, name))
    : claims;
  return { ...user.user_metadata, ...Object.fromEntries(visible) };
}

/**
 * Whether the admin API created the account. Only then the stored identity holds the account's id, and responses add no
 * claims to the metadata.
 */
export const isByAdmin = ({ id, identity_data }: Pick<UserRow, 'id' | 'identity_data'>): boolean =>
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
    ...omitNulls({ last_sign_in_at: user.last_sign_in_at }),
    created_at: user.created_at,
    updated_at: user.updated_at,
    email: user.email,
  };
}

function omitNulls<K extends string>(
  members: Record<K, string | null>,
): Partial<Record<K, string>> {
  const set = Object.entries(members).filter(([, value]) => value !== null);
  return Object.fromEntries(set) as Partial<Record<K, string>>;
}
