import type { Kysely, Selectable } from 'kysely';
import { type Adapter, type DatabaseSession, Lucia, TimeSpan } from 'lucia';
import { toJson } from '#db/codecs.ts';
import type { SessionsTable, UsersTable } from '#db/schema/auth.ts';
import type { Database } from '#db/schema/database.ts';
import type { Clock } from '#server/core/clock.ts';

export type UserRow = Selectable<UsersTable>;
export type SessionRow = Selectable<SessionsTable>;

/** Idle lifetime of a session, extended by each refresh. */
const IDLE_LIFE = new TimeSpan(90, 'd');

type SessionAttributes = Omit<SessionRow, 'id' | 'user_id' | 'expires_at'>;

declare module 'lucia' {
  interface Register {
    Lucia: ReturnType<typeof createLucia>;
    DatabaseSessionAttributes: SessionAttributes;
    DatabaseUserAttributes: UserRow;
  }
}

export type Sessions = ReturnType<typeof createSessions>;

/**
 * The only file that uses Lucia, which is no longer developed. Lucia creates, validates and ends sessions; our own
 * queries do what it lacks, such as the refresh counter.
 */
export function createSessions(db: Kysely<Database>, clock: Clock) {
  const lucia = createLucia(db, clock);
  return {
    /** Also finds expired sessions. */
    find: (id: string) =>
      db.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirst(),
    /** `method` is GoTrue's authentication method: `password`, `otp`, … */
    async open(userId: string, { method, device }: { method: string; device: string | null }) {
      const now = new Date(clock.now()).toISOString();
      const timestamp = Math.floor(clock.now() / 1000);
      const session = await lucia.createSession(
        userId,
        {
          aal: 'aal1',
          amr: [{ method, timestamp }],
          refresh_counter: 0,
          refreshed_at: null,
          created_at: now,
          updated_at: now,
          device,
        },
        { sessionId: crypto.randomUUID() },
      );
      return toRow(session, clock);
    },
    /** The session and its user, unless ended or expired. */
    async findLive(id: string) {
      const { session, user } = await lucia.validateSession(id);
      return session ? { session: toRow(session, clock), user: user.row } : undefined;
    },
    /** Advances the counter by compare-and-swap; undefined for the loser of a race. */
    async advance(
      session: SessionRow,
      { counter, device }: { counter: number; device: string | null },
    ) {
      const now = clock.now();
      return db
        .updateTable('sessions')
        .set({
          refresh_counter: counter,
          refreshed_at: new Date(now).toISOString(),
          updated_at: new Date(now).toISOString(),
          expires_at: now + IDLE_LIFE.milliseconds(),
          device,
        })
        .where('id', '=', session.id)
        .where('refresh_counter', '=', session.refresh_counter)
        .returningAll()
        .executeTakeFirst();
    },
    /** Without expired ones; last used first. */
    listLiveOf: (userId: string) =>
      db
        .selectFrom('sessions')
        .selectAll()
        .where('user_id', '=', userId)
        .where('expires_at', '>', clock.now())
        .orderBy('updated_at', 'desc')
        .orderBy('id')
        .execute(),
    /** False if this user has no such session. */
    async endOneOf(userId: string, id: string) {
      const ended = await db
        .deleteFrom('sessions')
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirst();
      return ended !== undefined;
    },
    end: (id: string) => lucia.invalidateSession(id),
    endAllOf: (userId: string) => lucia.invalidateUserSessions(userId),
    async endOthersOf(userId: string, currentId: string) {
      await db
        .deleteFrom('sessions')
        .where('user_id', '=', userId)
        .where('id', '!=', currentId)
        .execute();
    },
  };
}

function createLucia(db: Kysely<Database>, clock: Clock) {
  return new Lucia(createAdapter(db, clock), {
    sessionExpiresIn: IDLE_LIFE,
    getSessionAttributes: (attributes) => ({ attributes }),
    getUserAttributes: (row) => ({ row }),
  });
}

type LuciaSession = Pick<DatabaseSession, 'id' | 'userId' | 'expiresAt' | 'attributes'>;

function toRow({ id, userId, expiresAt, attributes }: LuciaSession, clock: Clock): SessionRow {
  return { ...attributes, id, user_id: userId, expires_at: fromLuciaTime(expiresAt, clock) };
}

/** Lucia reads the machine's clock and we read `clock`: shifts a time by their difference. */
function toLuciaTime(ms: number, clock: Clock): Date {
  return new Date(ms - clock.now() + Date.now());
}

function fromLuciaTime(date: Date, clock: Clock): number {
  return date.getTime() - Date.now() + clock.now();
}

function createAdapter(db: Kysely<Database>, clock: Clock): Adapter {
  const sessions = db.selectFrom('sessions').selectAll();
  const toLucia = ({ id, user_id, expires_at, ...attributes }: SessionRow): DatabaseSession => ({
    id,
    userId: user_id,
    expiresAt: toLuciaTime(expires_at, clock),
    attributes,
  });
  return {
    async getSessionAndUser(id) {
      const session = await sessions.where('id', '=', id).executeTakeFirst();
      if (!session) return [null, null];
      const user = await db
        .selectFrom('users')
        .selectAll()
        .where('id', '=', session.user_id)
        .executeTakeFirst();
      return [toLucia(session), user ? { id: user.id, attributes: user } : null];
    },
    async getUserSessions(userId) {
      return (await sessions.where('user_id', '=', userId).execute()).map(toLucia);
    },
    async setSession(session) {
      const row = toRow(session, clock);
      await db
        .insertInto('sessions')
        .values({ ...row, amr: toJson(row.amr) })
        .execute();
    },
    async updateSessionExpiration(id, expiresAt) {
      await db
        .updateTable('sessions')
        .set({ expires_at: fromLuciaTime(expiresAt, clock) })
        .where('id', '=', id)
        .execute();
    },
    async deleteSession(id) {
      await db.deleteFrom('sessions').where('id', '=', id).execute();
    },
    async deleteUserSessions(userId) {
      await db.deleteFrom('sessions').where('user_id', '=', userId).execute();
    },
    async deleteExpiredSessions() {
      await db.deleteFrom('sessions').where('expires_at', '<=', clock.now()).execute();
    },
  };
}
