import type { Insertable, Kysely, Selectable } from 'kysely';
import { type Adapter, type DatabaseSession, type DatabaseUser, Lucia, TimeSpan } from 'lucia';
import { toJson } from '#db/codecs.ts';
import type { SessionsTable, UsersTable } from '#db/schema/auth.ts';
import type { Database } from '#db/schema/database.ts';
import type { Clock } from '#server/core/clock.ts';

export type UserRow = Selectable<UsersTable>;
export type SessionRow = Selectable<SessionsTable>;

/** Idle lifetime of a session, extended by each refresh. */
const IDLE_LIFE = new TimeSpan(90, 'd');
/** How long expired sessions are kept, so that a refresh can report "expired" rather than "not found". */
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
  /** `method` is GoTrue's authentication method: `password`, `otp`, … */
  open(userId: string, how: { method: string; device: string | null }): Promise<SessionRow>;
  /** The session and its user, unless ended or expired. */
  findLive(id: string): Promise<{ session: SessionRow; user: UserRow } | undefined>;
  /** Also finds expired sessions. */
  find(id: string): Promise<SessionRow | undefined>;
  /** Advances the counter by compare-and-swap; undefined for the loser of a race. */
  advance(
    session: SessionRow,
    next: { counter: number; device: string | null },
  ): Promise<SessionRow | undefined>;
  /** Without expired ones; last used first. */
  listLiveOf(userId: string): Promise<SessionRow[]>;
  /** False if this user has no such session. */
  endOneOf(userId: string, id: string): Promise<boolean>;
  end(id: string): Promise<void>;
  endAllOf(userId: string): Promise<void>;
  endOthersOf(userId: string, currentId: string): Promise<void>;
}

/**
 * The only file that uses Lucia, which is no longer developed. Lucia creates, validates and ends sessions; our own
 * queries do what it lacks, such as the refresh counter.
 */
export function createSessions(db: Kysely<Database>, clock: Clock): Sessions {
  const lucia = createLucia(db, clock);
  const find = (id: string) =>
    db.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirst();

  return {
    find,
    async open(userId, { method, device }) {
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
    async findLive(id) {
      const { session, user } = await lucia.validateSession(id);
      return session ? { session: toRow(session, clock), user: user.row } : undefined;
    },
    async advance(session, { counter, device }) {
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
    listLiveOf: (userId) =>
      db
        .selectFrom('sessions')
        .selectAll()
        .where('user_id', '=', userId)
        .where('expires_at', '>', clock.now())
        .orderBy('updated_at', 'desc')
        .orderBy('id')
        .execute(),
    async endOneOf(userId, id) {
      const ended = await db
        .deleteFrom('sessions')
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirst();
      return ended !== undefined;
    },
    end: (id) => lucia.invalidateSession(id),
    endAllOf: (userId) => lucia.invalidateUserSessions(userId),
    async endOthersOf(userId, currentId) {
      await db
        .deleteFrom('sessions')
        .where('user_id', '=', userId)
        .where('id', '!=', currentId)
        .execute();
    },
  };
}

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

/** Lucia reads the machine's clock and we read `clock`: shifts a time by their difference. */
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
