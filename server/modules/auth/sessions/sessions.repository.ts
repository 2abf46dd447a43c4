import type { Kysely, Selectable } from 'kysely';
import { type Adapter, Lucia, TimeSpan } from 'lucia';
import { toJson } from '#db/codecs.ts';
import type { SessionsTable, UsersTable } from '#db/schema/auth.ts';
import type { Database } from '#db/schema/database.ts';
import type { Clock } from '#server/core/clock.ts';

export type UserRow = Selectable<UsersTable>;
export type SessionRow = Selectable<SessionsTable>;

/** A banned user keeps the sessions but cannot use them. */
export function isBanned(
  { banned_until: until }: Pick<UserRow, 'banned_until'>,
  now: number,
): boolean {
  return until !== null && Date.parse(until) > now;
}

/** Idle lifetime of a session, extended by each refresh. */
const IDLE_LIFE = new TimeSpan(90, 'd');

declare module 'lucia' {
  interface Register {
    Lucia: ReturnType<typeof createLucia>;
    DatabaseSessionAttributes: SessionRow;
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
      const now = clock.now();
      const row: SessionRow = {
        id: crypto.randomUUID(),
        user_id: userId,
        expires_at: now + IDLE_LIFE.milliseconds(),
        aal: 'aal1',
        amr: [{ method, timestamp: Math.floor(now / 1000) }],
        refresh_counter: 0,
        refreshed_at: null,
        created_at: new Date(now).toISOString(),
        updated_at: new Date(now).toISOString(),
        device,
      };
      await lucia.createSession(userId, row, { sessionId: row.id });
      return row;
    },
    /** The session and its user, unless ended or expired. */
    async findLive(id: string) {
      const { session, user } = await lucia.validateSession(id);
      return session ? { session: session.row, user: user.row } : undefined;
    },
    /** Call with the user locked; undefined if the session was ended meanwhile. */
    async advance(id: string, { counter, device }: { counter: number; device: string | null }) {
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
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst();
    },
    /** Excludes expired sessions; the most recently used comes first. */
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

const keepRow = <Row>(row: Row) => ({ row });

function createLucia(db: Kysely<Database>, clock: Clock) {
  return new Lucia(createAdapter(db, clock), {
    sessionExpiresIn: IDLE_LIFE,
    getSessionAttributes: keepRow,
    getUserAttributes: keepRow,
  });
}

function createAdapter(db: Kysely<Database>, clock: Clock): Adapter {
  return {
    async getSessionAndUser(id) {
      const row = await db
        .selectFrom('sessions')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst();
      if (!row) return [null, null];
      const user = await db
        .selectFrom('users')
        .selectAll()
        .where('id', '=', row.user_id)
        .executeTakeFirst();
      // Lucia compares with the machine's clock, which may differ from ours.
      const expiresAt = new Date(row.expires_at - clock.now() + Date.now());
      const session = { id: row.id, userId: row.user_id, expiresAt, attributes: row };
      return [session, user ? { id: user.id, attributes: user } : null];
    },
    getUserSessions: refuseUnused,
    async setSession({ attributes: row }) {
      await db
        .insertInto('sessions')
        .values({ ...row, amr: toJson(row.amr) })
        .execute();
    },
    async updateSessionExpiration(id, expiresAt) {
      await db
        .updateTable('sessions')
        .set({ expires_at: expiresAt.getTime() - Date.now() + clock.now() })
        .where('id', '=', id)
        .execute();
    },
    async deleteSession(id) {
      await db.deleteFrom('sessions').where('id', '=', id).execute();
    },
    async deleteUserSessions(userId) {
      await db.deleteFrom('sessions').where('user_id', '=', userId).execute();
    },
    deleteExpiredSessions: refuseUnused,
  };
}

/** Two calls of Lucia are not used: `listLiveOf` lists sessions, and the maintenance job deletes expired ones. */
async function refuseUnused(): Promise<never> {
  throw new Error('This server does not use this call of Lucia.');
}
