import type { Insertable, Kysely, Selectable } from 'kysely';
import { type Adapter, type DatabaseSession, type DatabaseUser, Lucia, TimeSpan } from 'lucia';
import { toJson } from '#db/codecs.ts';
import type { SessionsTable, UsersTable } from '#db/schema/auth.ts';
import type { Database } from '#db/schema/database.ts';
import type { Clock } from '#server/core/clock.ts';

export type UserRow = Selectable<UsersTable>;
export type SessionRow = Selectable<SessionsTable>;

/** Unused for so long, a session is over; each refresh starts the time anew. */
const IDLE_LIFE = new TimeSpan(90, 'd');
/** So long an expired one is still told apart from one that never was. */
const SWEEP_AFTER_MS = new TimeSpan(30, 'd').milliseconds();

type SessionAttributes = Omit<SessionRow, 'id' | 'user_id' | 'expires_at'>;

declare module 'lucia' {
  interface Register {
    Lucia: ReturnType<typeof createLucia>;
    DatabaseSessionAttributes: SessionAttributes;
    DatabaseUserAttributes: UserRow;
  }
}

export interface Sessions {
  /** `method` is GoTrue's word for how she proved herself: `password`, `otp`, … */
  open(userId: string, method: string): Promise<SessionRow>;
  /** The session and its person, unless it was ended or has expired. */
  findLive(id: string): Promise<{ session: SessionRow; user: UserRow } | undefined>;
  /** Also one that has expired, as long as it was not swept away. */
  find(id: string): Promise<SessionRow | undefined>;
  /** Moves the counter from the one that was read, once: the second of two that race gets undefined. */
  advance(session: SessionRow, counter: number): Promise<SessionRow | undefined>;
  end(id: string): Promise<void>;
  endAllOf(userId: string): Promise<void>;
  endOthersOf(userId: string, keptId: string): Promise<void>;
}

/**
 * The only file that knows Lucia, whose upstream is frozen: it makes, checks, extends and ends sessions;
 * what it has no word for (all but one, the refresh counter) is a query of our own beside it.
 */
export function createSessions(db: Kysely<Database>, clock: Clock): Sessions {
  const lucia = createLucia(db, clock);
  const find = (id: string) =>
    db.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirst();

  return {
    find,
    async open(userId, method) {
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
        },
        { sessionId: crypto.randomUUID() },
      );
      return toRow(session, clock);
    },
    async findLive(id) {
      const { session, user } = await lucia.validateSession(id);
      return session ? { session: toRow(session, clock), user: user.row } : undefined;
    },
    async advance(session, counter) {
      const now = clock.now();
      return db
        .updateTable('sessions')
        .set({
          refresh_counter: counter,
          refreshed_at: new Date(now).toISOString(),
          updated_at: new Date(now).toISOString(),
          expires_at: now + IDLE_LIFE.milliseconds(),
        })
        .where('id', '=', session.id)
        .where('refresh_counter', '=', session.refresh_counter)
        .returningAll()
        .executeTakeFirst();
    },
    end: (id) => lucia.invalidateSession(id),
    endAllOf: (userId) => lucia.invalidateUserSessions(userId),
    async endOthersOf(userId, keptId) {
      await db
        .deleteFrom('sessions')
        .where('user_id', '=', userId)
        .where('id', '!=', keptId)
        .execute();
    },
  };
}

/** Takes away sessions that ran out so long ago that nobody asks for them any more. */
export async function sweepSessions(db: Kysely<Database>, now: number): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('expires_at', '<', now - SWEEP_AFTER_MS)
    .execute();
}

function createLucia(db: Kysely<Database>, clock: Clock) {
  return new Lucia(new KyselyAdapter(db, clock), {
    sessionExpiresIn: IDLE_LIFE,
    getSessionAttributes: (attributes) => ({ attributes }),
    getUserAttributes: (row) => ({ row }),
  });
}

interface LuciaSession {
  id: string;
  userId: string;
  expiresAt: Date;
  attributes: SessionAttributes;
}

function toRow({ id, userId, expiresAt, attributes }: LuciaSession, clock: Clock): SessionRow {
  return { ...attributes, id, user_id: userId, expires_at: fromLuciaTime(expiresAt, clock) };
}

/** Lucia reads the machine's clock, we keep ours: a moment is carried over by its distance from now. */
function toLuciaTime(ms: number, clock: Clock): Date {
  return new Date(ms - clock.now() + Date.now());
}

function fromLuciaTime(date: Date, clock: Clock): number {
  return date.getTime() - Date.now() + clock.now();
}

class KyselyAdapter implements Adapter {
  readonly #db: Kysely<Database>;
  readonly #clock: Clock;

  constructor(db: Kysely<Database>, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  async getSessionAndUser(id: string): Promise<[DatabaseSession | null, DatabaseUser | null]> {
    const session = await this.#sessions().where('id', '=', id).executeTakeFirst();
    if (!session) return [null, null];
    const user = await this.#db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', session.user_id)
      .executeTakeFirst();
    return [this.#toLucia(session), user ? { id: user.id, attributes: user } : null];
  }

  async getUserSessions(userId: string): Promise<DatabaseSession[]> {
    const rows = await this.#sessions().where('user_id', '=', userId).execute();
    return rows.map((row) => this.#toLucia(row));
  }

  async setSession({ id, userId, expiresAt, attributes }: DatabaseSession): Promise<void> {
    const row: Insertable<SessionsTable> = {
      ...attributes,
      amr: toJson(attributes.amr),
      id,
      user_id: userId,
      expires_at: fromLuciaTime(expiresAt, this.#clock),
    };
    await this.#db.insertInto('sessions').values(row).execute();
  }

  async updateSessionExpiration(id: string, expiresAt: Date): Promise<void> {
    await this.#db
      .updateTable('sessions')
      .set({ expires_at: fromLuciaTime(expiresAt, this.#clock) })
      .where('id', '=', id)
      .execute();
  }

  async deleteSession(id: string): Promise<void> {
    await this.#db.deleteFrom('sessions').where('id', '=', id).execute();
  }

  async deleteUserSessions(userId: string): Promise<void> {
    await this.#db.deleteFrom('sessions').where('user_id', '=', userId).execute();
  }

  async deleteExpiredSessions(): Promise<void> {
    await this.#db.deleteFrom('sessions').where('expires_at', '<=', this.#clock.now()).execute();
  }

  #sessions() {
    return this.#db.selectFrom('sessions').selectAll();
  }

  #toLucia({ id, user_id, expires_at, ...attributes }: SessionRow): DatabaseSession {
    return { id, userId: user_id, expiresAt: toLuciaTime(expires_at, this.#clock), attributes };
  }
}
