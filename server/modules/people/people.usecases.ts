import type { Updateable } from 'kysely';
import {
  type AdminUserInput,
  type AuthUser,
  readPeoplePlan,
  readPeopleSort,
  readPeopleState,
} from '#contract/calls/auth.ts';
import { AUTH_ERROR } from '#contract/constants/error-codes.ts';
import { LIMITS } from '#contract/constants/limits.ts';
import { toJson } from '#db/codecs.ts';
import { runErasing } from '#db/erasing-transaction.ts';
import type { UsersTable } from '#db/schema/auth.ts';
import { isoNow } from '#server/core/clock.ts';
import { isUuid } from '#server/core/ids.ts';
import { longReads } from '#server/core/long-reads.ts';
import {
  findUserByEmail,
  findUserById,
  insertUser,
  updateUser,
} from '#server/modules/auth/accounts/accounts.repository.ts';
import { parseEmailAddress } from '#server/modules/auth/accounts/email-address.ts';
import {
  ensureSupportedHash,
  invalidateSchemes,
} from '#server/modules/auth/accounts/hash-schemes.ts';
import { mergeMetadata, mergeUserMetadata } from '#server/modules/auth/accounts/metadata.ts';
import { createUserRow, EMAIL_VERIFIED } from '#server/modules/auth/accounts/new-user.ts';
import { ensureStrongPassword, hashPassword } from '#server/modules/auth/accounts/passwords.ts';
import { isByAdmin, toAuthUser } from '#server/modules/auth/accounts/user-view.ts';
import {
  createAuthError,
  createRefusal,
  createUserNotFoundError,
  createValidationError,
} from '#server/modules/auth/auth.errors.ts';
import type { AuthContext } from '#server/modules/auth/auth-context.ts';
import { createSessions, type UserRow } from '#server/modules/auth/sessions/sessions.repository.ts';
import { deleteOtherFlows } from '#server/modules/auth/tokens/flow-states.repository.ts';
import { clearTokensOf } from '#server/modules/auth/tokens/one-time-tokens.repository.ts';
import {
  storeTombstones,
  writeTombstonesToFile,
} from '#server/modules/privacy/erasure/tombstones.usecases.ts';
import { findFilesOf, removeContent } from '#server/modules/storage/objects.usecases.ts';
import { parseBanDuration } from './ban-duration.ts';
import { deleteUser, listUsers, logAdminChange } from './people.repository.ts';

const PER_PAGE = 50;
const MAX_PER_PAGE = 1000;

export interface PeoplePage {
  readonly users: AuthUser[];
  readonly total: number;
  readonly page: number;
  readonly perPage: number;
}

export async function listPeople(
  context: AuthContext,
  query: URLSearchParams,
): Promise<PeoplePage> {
  const page = readCount(query.get('page'), 1);
  const perPage = Math.min(readCount(query.get('per_page'), PER_PAGE), MAX_PER_PAGE);
  const filter = (query.get('filter') ?? '')
    .slice(0, LIMITS.emailLength)
    .toLowerCase()
    .replaceAll('\u0000', '');
  const ids = query.get('ids')?.toLowerCase().split(',').filter(isUuid).slice(0, MAX_PER_PAGE);
  const { users, total } = await listUsers(longReads(context.db, 'admin'), context.db.sql, {
    search: (query.get('search') ?? '').slice(0, LIMITS.emailLength),
    state: readPeopleState(query.get('state')),
    plan: readPeoplePlan(query.get('plan')),
    sort: readPeopleSort(query.get('sort')),
    now: isoNow(context.clock),
    page,
    perPage,
    filter,
    ids,
  });
  return { users: users.map(toAuthUser), total, page, perPage };
}

function readCount(text: string | null, fallback: number): number {
  if (text === null || text === '') return fallback;
  if (!/^\d{1,9}$/.test(text)) {
    throw createValidationError(`Bad Pagination Parameters: "${text.slice(0, 40)}"`);
  }
  return Number(text) || fallback;
}

export async function getPerson(context: AuthContext, id: string): Promise<UserRow> {
  if (!isUuid(id)) throw createValidationError('user_id must be an UUID', 404);
  const user = await findUserById(context.db.kysely, id.toLowerCase());
  if (!user) throw createUserNotFoundError();
  return user;
}

export async function createPerson(context: AuthContext, input: AdminUserInput): Promise<AuthUser> {
  if (input.email === '') {
    throw createValidationError('Cannot create a user without either an email or phone');
  }
  if (input.id !== '' && !isUuid(input.id)) throw createValidationError('ID must be a UUID');
  refuseUnsupported(input);
  const email = parseEmailAddress(input.email);
  const bannedUntil = readBannedUntil(context, input);
  const passwordHash = await readPasswordHash(context, input);
  const now = isoNow(context.clock);
  const row = {
    ...createUserRow(
      {
        ...(input.id === '' ? {} : { id: input.id.toLowerCase() }),
        email,
        passwordHash,
        data: input.user_metadata,
        appMetadata: input.app_metadata,
        isConfirmed: input.email_confirm === true,
        isProved: input.email_confirm === true,
        isByAdmin: true,
      },
      now,
    ),
    ...(bannedUntil === undefined ? {} : { banned_until: bannedUntil }),
  };
  const user = await context.db.transaction(async (trx) => {
    const inserted = await insertUser(trx, row);
    if (!inserted) {
      throw (await findUserByEmail(trx, email))
        ? createRefusal('emailExists')
        : createIdTakenError();
    }
    await logAdminChange(trx, { action: 'insert', userId: inserted.id, changed: [], now });
    return inserted;
  });
  return toAuthUser(user);
}

const createIdTakenError = () =>
  createAuthError(422, AUTH_ERROR.userAlreadyExists, 'A user with this ID already exists');

/** A new address applies at once, without confirmation. */
export async function updatePerson(
  context: AuthContext,
  id: string,
  input: AdminUserInput,
): Promise<AuthUser> {
  refuseUnsupported(input);
  const known = await getPerson(context, id);
  const email = input.email === '' ? undefined : parseEmailAddress(input.email);
  const bannedUntil = readBannedUntil(context, input);
  const passwordHash = await readPasswordHash(context, input);
  const now = isoNow(context.clock);
  const user = await context.db.transaction(async (trx) => {
    // Locks the row too, so that metadata is merged into the current value.
    const current = await updateUser(trx, known.id, { updated_at: now });
    const changes = {
      ...changesOf(current, input, now),
      ...(email === undefined
        ? {}
        : { email, email_change: null, email_change_accepted: null, email_proved_at: now }),
      ...(bannedUntil === undefined ? {} : { banned_until: bannedUntil }),
      ...(passwordHash === null ? {} : { password_hash: passwordHash }),
    };
    const changed = Object.keys(changes);
    if (passwordHash !== null) await createSessions(trx, context.clock).endAllOf(known.id);
    // Mails sent to the previous address must no longer give access.
    if (passwordHash !== null || email !== undefined) {
      await clearTokensOf(trx, known.id);
      await deleteOtherFlows(trx, known.id, null);
    }
    await logAdminChange(trx, { action: 'update', userId: known.id, changed, now });
    return updateUser(trx, known.id, { ...changes, updated_at: now });
  });
  return toAuthUser(user);
}

/** Rejects fields that only GoTrue supports, so that clients do not assume they were saved. */
function refuseUnsupported({ phone, role }: AdminUserInput): void {
  if (phone !== '') throw createValidationError('Users have an email address and no phone here');
  if (role !== '' && role !== 'authenticated') {
    throw createValidationError('Users can only have the role authenticated');
  }
}

function changesOf(user: UserRow, input: AdminUserInput, now: string): Updateable<UsersTable> {
  const isNowConfirmed = input.email_confirm === true && user.email_confirmed_at === null;
  const data = {
    ...(isNowConfirmed && !isByAdmin(user) ? EMAIL_VERIFIED : {}),
    ...input.user_metadata,
  };
  return {
    ...(isNowConfirmed ? { email_confirmed_at: now } : {}),
    ...(Object.keys(data).length === 0
      ? {}
      : { user_metadata: toJson(mergeUserMetadata(user.user_metadata, data)) }),
    ...(input.app_metadata
      ? { app_metadata: toJson(mergeMetadata(user.app_metadata, input.app_metadata)) }
      : {}),
  };
}

/** Foreign keys delete the rest. The tombstone deletes the account again if a backup brings it back. */
export async function deletePerson(context: AuthContext, id: string): Promise<void> {
  const { id: userId, email } = await getPerson(context, id);
  const subject = { userId, emails: [email] };
  const now = isoNow(context.clock);
  const files = await runErasing(context.db, async (trx) => {
    // Read before the deletion, because their rows cascade with the account.
    const found = await findFilesOf(trx, userId);
    if (!(await deleteUser(trx, userId))) throw createUserNotFoundError();
    await storeTombstones(trx, context.config.DATA_DIR, subject, now);
    await logAdminChange(trx, { action: 'delete', userId, changed: [], now });
    return found;
  });
  for (const file of files) await removeContent(context, file);
  await writeTombstonesToFile(context, subject, now);
}

export async function signOutPerson(context: AuthContext, id: string): Promise<void> {
  const { id: userId } = await getPerson(context, id);
  const now = isoNow(context.clock);
  await context.db.transaction(async (trx) => {
    await createSessions(trx, context.clock).endAllOf(userId);
    await logAdminChange(trx, { action: 'update', userId, changed: ['sessions'], now });
  });
}

function readBannedUntil(context: AuthContext, input: AdminUserInput): string | null | undefined {
  if (input.ban_duration === '') return undefined;
  const ms = parseBanDuration(input.ban_duration);
  return ms === 0 ? null : new Date(context.clock.now() + ms).toISOString();
}

async function readPasswordHash(
  context: AuthContext,
  { password, password_hash: givenHash }: AdminUserInput,
): Promise<string | null> {
  if (givenHash !== '') {
    if (password)
      throw createValidationError('Only a password or a password hash should be provided');
    invalidateSchemes(context);
    return ensureSupportedHash(givenHash);
  }
  if (password === undefined || password === '') return null;
  ensureStrongPassword(context.config, password);
  return hashPassword(password);
}
