import { createHmac, type KeyObject, randomInt } from 'node:crypto';
import type { Selectable } from 'kysely';
import { AUTH_LIMITS } from '#contract/calls/auth.ts';
import { toJson } from '#db/codecs.ts';
import type { OneTimeTokensTable } from '#db/schema/auth.ts';
import type { Executor } from '#db/schema/database.ts';
import { hashSecret, isSameSecret } from '#server/core/config/secrets.ts';
import type { AuthContext } from '../auth-context.ts';

export const ONE_TIME_LIFE_MS = 24 * 60 * 60 * 1000;
const PKCE_PREFIX = 'pkce_';

export type OneTimeToken = Selectable<OneTimeTokensTable>;
export type OneTimeKind = OneTimeToken['kind'];

/** Stored with the token until the mail is used. */
export interface SignUpData {
  readonly passwordHash: string | null;
  readonly data: Record<string, unknown> | undefined;
  /** Answer to the play log consent; undefined if it was not asked. */
  readonly agrees?: boolean | undefined;
}

/**
 * Creates a token and deletes the user's previous one of the same kind. A confirmation also deletes the recovery token:
 * `/otp` may send the confirmation, and it resets the attempt counts of both codes.
 */
export async function replaceOneTimeToken(
  context: AuthContext,
  trx: Executor,
  token: {
    userId: string;
    kind: OneTimeKind;
    email: string;
    flowStateId: string | null;
    signUpData?: SignUpData | undefined;
  },
): Promise<{ code: string; linkToken: string }> {
  const id = crypto.randomUUID();
  const { codeLength } = AUTH_LIMITS;
  const code = String(randomInt(10 ** codeLength)).padStart(codeLength, '0');
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
      ...signUpColumnsOf(token.signUpData),
      created_at: new Date(context.clock.now()).toISOString(),
    })
    .execute();
  return { code, linkToken };
}

/**
 * The link's token, derived from the code in the same mail. Uses a secret key and the row's id, so that no one can find
 * the six digits by trying them against the hash in the database.
 */
function createLinkToken(
  key: KeyObject,
  row: { readonly id: string; readonly email: string; readonly isPkce: boolean },
  code: string,
): string {
  const mac = createHmac('sha224', key).update(JSON.stringify([row.id, row.email, code]));
  return (row.isPkce ? PKCE_PREFIX : '') + mac.digest('hex');
}

export function isPkceToken(token: string): boolean {
  return token.startsWith(PKCE_PREFIX);
}

function signUpColumnsOf(signUpData: SignUpData | undefined) {
  if (!signUpData) return {};
  return {
    password_hash: signUpData.passwordHash,
    user_metadata: toJson(signUpData.data ?? {}),
    play_log_consent: signUpData.agrees ?? null,
  };
}

/** The user's unused token of this kind, even if expired. */
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

export async function findTokenByCode(
  { clock, keys }: AuthContext,
  db: Executor,
  given: { email: string; code: string },
  kinds: readonly OneTimeKind[],
): Promise<OneTimeToken | undefined> {
  const rows = await liveTokens(db, clock.now(), kinds)
    .where('relates_to', '=', given.email)
    .execute();
  return rows.find(({ id, token_hash }) =>
    [false, true].some((isPkce) => {
      const row = { id, email: given.email, isPkce };
      const expected = hashSecret(createLinkToken(keys.oneTimeTokens, row, given.code));
      return isSameSecret(expected, token_hash);
    }),
  );
}

/** True for exactly one of concurrent callers, who may use the token. */
export async function consumeToken(db: Executor, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('one_time_tokens')
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
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
