import type { Selectable } from 'kysely';
import { toJson } from '#db/codecs.ts';
import type { OneTimeTokensTable } from '#db/schema/auth.ts';
import type { Executor } from '#db/schema/database.ts';
import { hashSecret, isSameSecret } from '#server/core/config/secrets.ts';
import type { AuthContext } from '../auth-context.ts';
import { createCode, createLinkToken, ONE_TIME_LIFE_MS } from './one-time-codes.ts';

export type OneTimeToken = Selectable<OneTimeTokensTable>;
export type OneTimeKind = OneTimeToken['kind'];

/** Sign-up data, stored with the mail's token until the mail is used. */
export interface SentAtSignUp {
  readonly passwordHash: string | null;
  readonly data: Record<string, unknown> | undefined;
  /** Consent to the play log; undefined if not asked. */
  readonly agrees?: boolean | undefined;
}

/**
 * Creates a token and invalidates the user's previous one of its kind. A confirmation resets the attempts at
 * all codes of the account, so it also ends a recovery.
 */
export async function replaceOneTimeToken(
  context: AuthContext,
  trx: Executor,
  token: {
    userId: string;
    kind: OneTimeKind;
    email: string;
    flowStateId: string | null;
    sent?: SentAtSignUp | undefined;
  },
): Promise<{ code: string; linkToken: string }> {
  const id = crypto.randomUUID();
  const code = createCode();
  const linkToken = createLinkToken(
    context.keys.oneTimeTokens,
    { id, email: token.email, isPkce: token.flowStateId !== null },
    code,
  );
  await trx
    .deleteFrom('one_time_tokens')
    .where('user_id', '=', token.userId)
    .where('kind', 'in', token.kind === 'confirmation' ? [token.kind, 'recovery'] : [token.kind])
    .execute();
  await trx
    .insertInto('one_time_tokens')
    .values({
      id,
      user_id: token.userId,
      kind: token.kind,
      token_hash: hashSecret(linkToken),
      relates_to: token.email,
      flow_state_id: token.flowStateId,
      ...storedOf(token.sent),
      created_at: new Date(context.clock.now()).toISOString(),
    })
    .execute();
  return { code, linkToken };
}

function storedOf(sent: SentAtSignUp | undefined) {
  if (!sent) return {};
  return {
    password_hash: sent.passwordHash,
    user_metadata: toJson(sent.data ?? {}),
    play_log_consent: sent.agrees ?? null,
  };
}

/** The newest unused mail of this kind, of any age. */
export function findTokenOf(
  db: Executor,
  userId: string,
  kind: OneTimeKind,
): Promise<OneTimeToken | undefined> {
  return db
    .selectFrom('one_time_tokens')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .executeTakeFirst();
}

export function findTokenByLink(
  { clock }: AuthContext,
  db: Executor,
  linkToken: string,
  kinds: readonly OneTimeKind[],
): Promise<OneTimeToken | undefined> {
  return liveTokens(db, clock.now(), kinds)
    .where('token_hash', '=', hashSecret(linkToken))
    .executeTakeFirst();
}

/** The token of the mail to this address with this code. */
export async function findTokenByCode(
  { clock, keys }: AuthContext,
  db: Executor,
  shown: { email: string; code: string },
  kinds: readonly OneTimeKind[],
): Promise<OneTimeToken | undefined> {
  const rows = await liveTokens(db, clock.now(), kinds)
    .where('relates_to', '=', shown.email)
    .execute();
  return rows.find(({ id, token_hash }) =>
    [false, true].some((isPkce) => {
      const row = { id, email: shown.email, isPkce };
      const expected = hashSecret(createLinkToken(keys.oneTimeTokens, row, shown.code));
      return isSameSecret(expected, token_hash);
    }),
  );
}

/** True for the only one of concurrent callers that may use it. */
export async function consumeToken(db: Executor, id: string): Promise<boolean> {
  const row = await db
    .deleteFrom('one_time_tokens')
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function clearTokensOf(db: Executor, userId: string): Promise<void> {
  await db.deleteFrom('one_time_tokens').where('user_id', '=', userId).execute();
}

function liveTokens(db: Executor, now: number, kinds: readonly OneTimeKind[]) {
  return db
    .selectFrom('one_time_tokens')
    .selectAll()
    .where('kind', 'in', [...kinds])
    .where('created_at', '>', new Date(now - ONE_TIME_LIFE_MS).toISOString());
}

export async function sweepOneTimeTokens(db: Executor, now: number): Promise<void> {
  const over = new Date(now - ONE_TIME_LIFE_MS).toISOString();
  await db.deleteFrom('one_time_tokens').where('created_at', '<', over).execute();
}
