import { createHmac } from 'node:crypto';
import type { AuthSession } from '#contract/calls/auth.ts';
import type { HandOver, HandOverStatus } from '#contract/calls/hand-over.ts';
import { AUTH_ERROR } from '#contract/constants/error-codes.ts';
import { HAND_OVER } from '#contract/constants/hand-over-address.ts';
import type { Executor } from '#db/schema/database.ts';
import { lockUser } from '#server/core/actors/lock-user.repository.ts';
import { isoNow } from '#server/core/clock.ts';
import { createSecret, generateShortCode } from '#server/core/config/secrets.ts';
import { attempt, type Succeed } from '#server/core/limiter.ts';
import { BACKOFFS } from '#server/core/limits.ts';
import type { Caller } from '#server/modules/auth/actor-from-request.ts';
import {
  createAuthError,
  createRefusal,
  createUserBannedError,
} from '#server/modules/auth/auth.errors.ts';
import type { AuthContext } from '#server/modules/auth/auth-context.ts';
import {
  createSessionResponse,
  openSession,
  type SignedIn,
} from '#server/modules/auth/sessions/session-response.ts';
import { isBanned } from '#server/modules/auth/sessions/sessions.repository.ts';
import {
  approveScreen,
  consumeHandOver,
  deleteHandOver,
  deleteOpenHandOvers,
  findHandOver,
  type HandOverRow,
  insertHandOver,
} from './hand-overs.repository.ts';

/** With a caller, the code signs in their phone; without one, a phone that enters the code signs in the screen. */
export async function createHandOver(
  context: AuthContext,
  caller: Caller | undefined,
): Promise<HandOver> {
  const { db, clock } = context;
  const secret = createSecret();
  const code = await db.transaction(async (trx) => {
    await deleteOpenHandOvers(trx, caller?.user.id ?? null);
    for (;;) {
      const code = generateShortCode(HAND_OVER.codeLength);
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

/** The screen polls this. After the approval it gets its session, only once. */
export async function watchHandOver(context: AuthContext, secret: string): Promise<HandOverStatus> {
  const { db } = context;
  const row = await findHandOver(db.kysely, { secret_hash: hashOf(context, secret) });
  if (!row) return { state: 'over' };
  if (row.used_at !== null) return { state: row.goes_to === 'phone' ? 'taken' : 'over' };
  if (hasExpired(context, row)) return { state: 'over' };
  if (row.goes_to === 'phone' || row.user_id === null) return { state: 'waiting' };
  const signedIn = await db.transaction((trx) => consumeAndSignIn(context, trx, row));
  return signedIn
    ? { state: 'let-in', session: await createSessionResponse(context, signedIn) }
    : { state: 'over' };
}

/** Call when the screen no longer shows the code. */
export async function cancelHandOver(context: AuthContext, secret: string): Promise<void> {
  await deleteHandOver(context.db.kysely, hashOf(context, secret));
}

/** Signs in the phone with the code of the signed-in screen. */
export async function redeemHandOver(
  context: AuthContext,
  code: string,
  address: string,
): Promise<AuthSession> {
  const succeed = await countCodeAttempt(context, address);
  const signedIn = await context.db.transaction(async (trx) => {
    const row = await findLive(context, trx, code);
    if (row.goes_to === 'screen') throw createRefusal('handOverForScreen');
    const taken = await consumeAndSignIn(context, trx, row);
    if (!taken) throw createRefusal('handOverUsed');
    return taken;
  });
  await succeed('this-try');
  return createSessionResponse(context, signedIn);
}

/** Approves the sign-in of the screen that shows this code, as the user of the phone. */
export async function approveSignIn(
  context: AuthContext,
  { user, session }: Caller,
  code: string,
  address: string,
): Promise<void> {
  const succeed = await countCodeAttempt(context, address);
  const { kysely } = context.db;
  const row = await findLive(context, kysely, code);
  if (row.goes_to === 'phone') throw createRefusal('handOverForPhone');
  const person = { user_id: user.id, session_id: session?.id ?? null };
  if (!(await approveScreen(kysely, row.id, person, isoNow(context.clock)))) {
    throw createRefusal('handOverUsed');
  }
  await succeed('this-try');
}

/** Call before the lookup, so that concurrent guesses cannot avoid the limit. */
async function countCodeAttempt(context: AuthContext, subject: string): Promise<Succeed> {
  const rules = { what: 'hand-over', createError: createHandOverWaitError };
  const succeed = await attempt(context, { ...rules, subject, ...BACKOFFS.handOver });
  // Counts correct codes too. The limit allows a busy ward and slows an attack from a hundred addresses.
  await attempt(context, { ...rules, subject: 'all', ...BACKOFFS.handOverOverall });
  return succeed;
}

const createHandOverWaitError = (seconds: number) =>
  createAuthError(
    429,
    AUTH_ERROR.handOverWait,
    `Too many codes were tried. Wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'}, then try again.`,
    { headers: { 'Retry-After': String(seconds) } },
  );

/** The error distinguishes used, expired and unknown codes: only someone who saw the screen knows a code. */
async function findLive(context: AuthContext, db: Executor, code: string): Promise<HandOverRow> {
  const row = await findHandOver(db, { code_hash: hashOf(context, code) });
  if (!row) throw createRefusal('handOverUnknown');
  if (row.used_at !== null) throw createRefusal('handOverUsed');
  if (hasExpired(context, row)) throw createRefusal('handOverExpired');
  return row;
}

/** Signs in the first caller; undefined for others. */
async function consumeAndSignIn(
  context: AuthContext,
  trx: Executor,
  { id, user_id }: HandOverRow,
): Promise<SignedIn | undefined> {
  const { clock, db } = context;
  // Locked first, because a deletion or a new password ends only the sessions that it finds.
  const user = user_id === null ? undefined : await lockUser(trx, db.sql, user_id);
  if (!user || !(await consumeHandOver(trx, id, isoNow(clock)))) return undefined;
  if (isBanned(user, clock.now())) throw createUserBannedError(403);
  return openSession(context, trx, user, 'hand_over');
}

const hasExpired = ({ clock }: AuthContext, row: HandOverRow) =>
  Date.parse(row.expires_at) <= clock.now();

/** Uses a key, because a short code could be found by trying all against a plain hash. */
const hashOf = ({ keys }: AuthContext, text: string) =>
  createHmac('sha256', keys.handOvers).update(text).digest('base64url');
