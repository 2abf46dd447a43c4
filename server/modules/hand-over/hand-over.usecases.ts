import type { Kysely } from 'kysely';
import type { AuthSession } from '#contract/calls/auth.ts';
import type { HandOver, HandOverNews } from '#contract/calls/hand-over.ts';
import { HAND_OVER } from '#contract/words/hand-over-address.ts';
import type { Database } from '#db/schema/database.ts';
import { isoNow } from '#server/core/clock.ts';
import { clearCount, counterKey } from '#server/core/counters.repository.ts';
import { ensureMayTry, type WaitRules } from '#server/core/growing-wait.ts';
import { createSecret, drawShortCode } from '#server/core/secrets.ts';
import { findUserById, isBanned } from '#server/identity/accounts/users.repository.ts';
import type { Caller } from '#server/identity/actor-from-request.ts';
import type { AuthContext } from '#server/identity/auth-context.ts';
import {
  createSessionAnswer,
  openSession,
  type SignedIn,
} from '#server/identity/sessions/session-answer.ts';
import { createSessions } from '#server/identity/sessions/sessions.repository.ts';
import { createUserBannedError } from '#server/identity/wire/auth.errors.ts';
import {
  createHandOverExpiredError,
  createHandOverForPhoneError,
  createHandOverForScreenError,
  createHandOverUnknownError,
  createHandOverUsedError,
  createHandOverWaitError,
} from './hand-over.errors.ts';
import {
  consumeHandOver,
  deleteHandOver,
  deleteOpenHandOvers,
  findHandOver,
  type HandOverRow,
  hashHandOver,
  insertHandOver,
  vouchForScreen,
} from './hand-overs.repository.ts';

const HOUR_MS = 60 * 60 * 1000;
const FROM_ONE_ADDRESS: WaitRules = {
  freeTries: 5,
  longestWaitMs: HOUR_MS / 4,
  forgottenAfterMs: HOUR_MS,
  createError: createHandOverWaitError,
};
/** Right ones count too: a busy ward stays well below, a hundred addresses at once do not. */
const FROM_ALL: WaitRules = {
  freeTries: 60,
  longestWaitMs: 60 * 1000,
  forgottenAfterMs: HOUR_MS,
  createError: createHandOverWaitError,
};

/** A code for this person's phone, or, from nobody yet, one that asks to be let in. */
export async function createHandOver(
  context: AuthContext,
  caller: Caller | undefined,
): Promise<HandOver> {
  const { db, clock } = context;
  const secret = createSecret();
  const code = await db.transaction(async (trx) => {
    await deleteOpenHandOvers(trx, caller?.user.id ?? null);
    for (;;) {
      const code = drawShortCode(HAND_OVER.codeLength);
      const isNew = await insertHandOver(trx, {
        id: crypto.randomUUID(),
        goes_to: caller ? 'phone' : 'screen',
        code_hash: hashOf(context, code),
        secret_hash: hashOf(context, secret),
        user_id: caller?.user.id ?? null,
        session_id: caller?.session?.id ?? null,
        created_at: isoNow(clock),
        expires_at: new Date(clock.now() + HAND_OVER.lifeS * 1000).toISOString(),
        used_at: null,
      });
      if (isNew) return code;
    }
  });
  return { code, secret, expires_in: HAND_OVER.lifeS };
}

/** For the screen, which asks every few seconds; being let in, it gets its session here, once. */
export async function watchHandOver(context: AuthContext, secret: string): Promise<HandOverNews> {
  const { db } = context;
  const row = await findHandOver(db.kysely, { secret_hash: hashOf(context, secret) });
  if (!row) return { state: 'over' };
  if (row.used_at !== null) return { state: row.goes_to === 'phone' ? 'taken' : 'over' };
  if (hasExpired(context, row)) return { state: 'over' };
  if (row.goes_to === 'phone' || row.user_id === null) return { state: 'waiting' };
  const signedIn = await db.transaction((trx) => takeOver(context, trx, row));
  return signedIn
    ? { state: 'let-in', session: await createSessionAnswer(context, signedIn) }
    : { state: 'over' };
}

/** The screen no longer shows it. */
export async function cancelHandOver(context: AuthContext, secret: string): Promise<void> {
  await deleteHandOver(context.db.kysely, hashOf(context, secret));
}

/** Signs her phone in by the code of the screen on which she is signed in. */
export async function redeemHandOver(
  context: AuthContext,
  code: string,
  address: string,
): Promise<AuthSession> {
  await ensureMayTryCodes(context, address);
  const signedIn = await context.db.transaction(async (trx) => {
    const row = await findLive(context, trx, code);
    if (row.goes_to === 'screen') throw createHandOverForScreenError();
    const taken = await takeOver(context, trx, row);
    if (!taken) throw createHandOverUsedError();
    return taken;
  });
  await clearCount(context.db.kysely, tryKey(context, address));
  return createSessionAnswer(context, signedIn);
}

/** Her phone says yes: the screen that shows this code may sign in as her. */
export async function letScreenIn(
  context: AuthContext,
  { user, session }: Caller,
  code: string,
  address: string,
): Promise<void> {
  await ensureMayTryCodes(context, address);
  const { kysely } = context.db;
  const row = await findLive(context, kysely, code);
  if (row.goes_to === 'phone') throw createHandOverForPhoneError();
  const person = { user_id: user.id, session_id: session?.id ?? null };
  if (!(await vouchForScreen(kysely, row.id, person, isoNow(context.clock)))) {
    throw createHandOverUsedError();
  }
  await clearCount(kysely, tryKey(context, address));
}

/** Counted before the code is looked at, so that a thousand guesses at once are a thousand. */
async function ensureMayTryCodes(context: AuthContext, address: string): Promise<void> {
  await ensureMayTry(context, tryKey(context, address), FROM_ONE_ADDRESS);
  await ensureMayTry(context, 'hand-over', FROM_ALL);
}

const tryKey = ({ config }: AuthContext, address: string) =>
  counterKey(config, 'hand-over', address);

/** Used and expired codes are told apart from wrong ones: only who has seen the screen meets them. */
async function findLive(
  context: AuthContext,
  db: Kysely<Database>,
  code: string,
): Promise<HandOverRow> {
  const row = await findHandOver(db, { code_hash: hashOf(context, code) });
  if (!row) throw createHandOverUnknownError();
  if (row.used_at !== null) throw createHandOverUsedError();
  if (hasExpired(context, row)) throw createHandOverExpiredError();
  return row;
}

/** A session of its own for whoever is first; undefined for the others. */
async function takeOver(
  context: AuthContext,
  trx: Kysely<Database>,
  { id, user_id, session_id }: HandOverRow,
): Promise<SignedIn | undefined> {
  const { clock } = context;
  if (user_id === null || !(await consumeHandOver(trx, id, isoNow(clock)))) return undefined;
  const user = await findUserById(trx, user_id);
  if (!user) return undefined;
  if (isBanned(user, clock.now())) throw createUserBannedError(403);
  const method = session_id === null ? undefined : await findMethod(context, trx, session_id);
  return openSession(context, trx, user, method ?? 'otp');
}

/** A code hands on what she has proved, and no more: a session by recovery may do what others may not. */
async function findMethod(
  { clock }: AuthContext,
  trx: Kysely<Database>,
  sessionId: string,
): Promise<string | undefined> {
  const session = await createSessions(trx, clock).find(sessionId);
  const [proof] = session?.amr ?? [];
  return Object(proof).method;
}

const hasExpired = ({ clock }: AuthContext, row: HandOverRow) =>
  Date.parse(row.expires_at) <= clock.now();

const hashOf = ({ keys }: AuthContext, text: string) => hashHandOver(keys.handOvers, text);
