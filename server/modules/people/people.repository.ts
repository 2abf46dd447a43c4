import type { Expression, ExpressionBuilder, Nullable, SqlBool } from 'kysely';
import type { PeoplePlan, PeopleSort, PeopleState } from '#contract/calls/auth.ts';
import type { AuditAction } from '#contract/constants/audit.ts';
import { likePattern, withTypos, wordsOf } from '#contract/constants/fuzzy-search.ts';
import { parseTicketReference } from '#contract/constants/ticket-reference.ts';
import { parseCode } from '#contract/rows/centre-codes.ts';
import type { DialectSql } from '#db/queries/dialect-sql.ts';
import type { Database, Executor } from '#db/schema/database.ts';
import { recordInAuditLog } from '#server/core/actors/audit-log.repository.ts';
import { deletePlaysOf } from '#server/core/plays.repository.ts';
import type { UserRow } from '#server/modules/auth/sessions/sessions.repository.ts';

export interface Page {
  readonly page: number;
  readonly perPage: number;
  /** Part of an address in lower case; empty for all. */
  readonly filter: string;
  /** Only these ids, in any order. */
  readonly ids?: readonly string[] | undefined;
  /** Part of the address or name, a redeemed code, or a ticket's number. */
  readonly search: string;
  readonly state: PeopleState | undefined;
  readonly plan: PeoplePlan | undefined;
  readonly sort: PeopleSort;
  readonly now: string;
}

export async function listUsers(
  db: Executor,
  sql: DialectSql,
  { search, ...page }: Page,
): Promise<{ users: UserRow[]; total: number }> {
  const words = wordsOf(search);
  if (words.length === 0) return readUsers(db, sql, page);
  const byReference = idsByReference(db, search);
  const matchesWords: Condition = (eb) =>
    eb.or([
      eb.and(
        words.map((word) =>
          eb.or([
            sql.like(eb.ref('users.email'), likePattern(word.toLowerCase())),
            sql.ilike(eb.ref('profiles.username'), likePattern(word)),
          ]),
        ),
      ),
      ...byReference.map((ids) => eb('users.id', 'in', ids)),
    ]);
  const matchesPatterns =
    (patterns: readonly string[]): Condition =>
    (eb) =>
      eb.and(
        patterns.map((pattern) =>
          eb.or([
            sql.matches(eb.ref('users.email'), pattern, true),
            sql.matches(eb.ref('profiles.username'), pattern, true),
          ]),
        ),
      );
  return withTypos(
    words,
    ({ total }) => total === 0,
    (patterns) => readUsers(db, sql, page, patterns ? matchesPatterns(patterns) : matchesWords),
  );
}

/** Ids of accounts that the search names by a ticket number or a redeemed code. */
function idsByReference(db: Executor, search: string) {
  const ticket = parseTicketReference(search);
  const code = parseCode(search);
  return [
    ...(ticket === undefined
      ? []
      : [db.selectFrom('support_tickets').select('user_id as id').where('id', '=', ticket)]),
    ...(code === undefined
      ? []
      : [
          db
            .selectFrom('code_redemptions')
            .innerJoin('centre_codes', 'centre_codes.id', 'code_redemptions.code_id')
            .select('code_redemptions.user_id as id')
            .where('centre_codes.code', '=', code),
        ]),
  ];
}

type Condition = (
  eb: ExpressionBuilder<JoinedUsers, 'users' | 'profiles' | 'subscriptions'>,
) => Expression<SqlBool>;
type JoinedUsers = Database & {
  profiles: Nullable<Database['profiles']>;
  subscriptions: Nullable<Database['subscriptions']>;
};

const ORDER_COLUMNS = {
  created_at: 'users.created_at',
  email: 'users.email',
  last_sign_in_at: 'users.last_sign_in_at',
  name: 'profiles.username',
  plan: 'subscriptions.plan_type',
} as const satisfies Record<PeopleSort['by'], string>;

async function readUsers(
  db: Executor,
  sql: DialectSql,
  { page, perPage, filter, ids, state, plan, sort, now }: Omit<Page, 'search'>,
  condition?: Condition,
): Promise<{ users: UserRow[]; total: number }> {
  const query = db
    .selectFrom('users')
    .leftJoin('profiles', 'profiles.id', 'users.id')
    // Only active plans, as in `isPlanActive`.
    .leftJoin('subscriptions', (join) =>
      join
        .onRef('subscriptions.user_id', '=', 'users.id')
        .on('subscriptions.status', '=', 'active')
        .on((eb) =>
          eb.or([eb('subscriptions.end_date', 'is', null), eb('subscriptions.end_date', '>', now)]),
        ),
    )
    .$if(filter !== '', (some) =>
      some.where((eb) => sql.like(eb.ref('users.email'), likePattern(filter))),
    )
    .$if(ids !== undefined, (some) =>
      some.where((eb) => (ids?.length ? eb('users.id', 'in', ids) : eb.lit(false))),
    )
    .$if(plan === 'free', (some) => some.where('subscriptions.plan_type', 'is', null))
    .$if(plan !== undefined && plan !== 'free', (some) =>
      some.where('subscriptions.plan_type', '=', plan ?? null),
    )
    .$if(state === 'banned', (some) => some.where('users.banned_until', '>', now))
    .$if(state === 'confirmed', (some) => some.where('users.email_confirmed_at', 'is not', null))
    .$if(state === 'unconfirmed', (some) => some.where('users.email_confirmed_at', 'is', null))
    .$if(condition !== undefined, (some) => some.where((eb) => condition?.(eb) ?? eb.lit(true)));
  const users = await query
    .selectAll('users')
    .orderBy(ORDER_COLUMNS[sort.by], (order) =>
      (sort.isDescending ? order.desc() : order.asc()).nullsLast(),
    )
    .orderBy('users.id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute();
  const { total } = await query
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { users, total: Number(total) };
}

/** Logs no values, because the log is kept after the account is deleted. */
export async function logAdminChange(
  trx: Executor,
  entry: { action: AuditAction; userId: string; changed: readonly string[]; now: string },
): Promise<void> {
  const { action, userId, changed, now } = entry;
  await recordInAuditLog(trx, {
    actor: 'service_role',
    action,
    on: 'users',
    which: userId,
    after: { changed },
    now,
  });
}

export async function deleteUser(db: Executor, id: string): Promise<boolean> {
  await deletePlaysOf(db, id);
  const row = await db.deleteFrom('users').where('id', '=', id).returning('id').executeTakeFirst();
  return row !== undefined;
}
