import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { currentConsentText } from '#contract/constants/consent-texts.ts';
import type { ColumnType } from '#contract/rows/define-table.ts';
import { toJson } from '#db/codecs.ts';
import type { AppDatabase } from '#db/open.ts';
import { buildProfile, buildUser } from '#db/seeds/builders/build-person.ts';
import { sampleUuid } from '#db/seeds/sample-uuid.ts';
import type { Actor } from '#server/core/actors/actor.ts';
import { createAppRegistry } from '#server/registered-tables.ts';
import type { ColumnDefinition } from '#server/tables/registry.ts';
import type { Rule } from '#server/tables/rules.ts';
import { createTestDatabase, ENGINES } from '#tests/support/databases/create-test-db.ts';

const PEOPLE = [sampleUuid('user', 1), sampleUuid('user', 2)] as const;
const NOW = '2026-06-01T12:00:00.000Z';

const actors: readonly Actor[] = [
  { role: 'anon', userId: null, sessionId: null },
  {
    role: 'authenticated',
    userId: PEOPLE[0],
    sessionId: 's',
    audience: { stage: 'BIRTHING', isPaused: false },
  },
  {
    role: 'authenticated',
    userId: PEOPLE[1],
    sessionId: 's',
    audience: { stage: 'BIRTHING', isPaused: true },
  },
  // Invalid actors, which must not gain any rights.
  { role: 'authenticated', userId: null, sessionId: null },
  { role: 'service_role', userId: null, sessionId: null },
];

/** Values around the rules' thresholds, so that both results occur. */
const VALUES: Record<ColumnType, fc.Arbitrary<unknown>> = {
  integer: fc.integer({ min: 0, max: 3 }),
  'double precision': fc.constantFrom(0, 1.5),
  text: fc.constantFrom(
    'BIRTHING',
    'open',
    'received',
    'active',
    'brand',
    'announcement',
    'smtp',
    '',
    'Open',
    'play_log',
    currentConsentText('play_log').version,
    'audio_content',
    'favorites',
  ),
  boolean: fc.boolean(),
  uuid: fc.constantFrom(...PEOPLE, sampleUuid('user', 3)),
  'timestamp with time zone': fc.constantFrom(
    NOW,
    '2026-06-01T11:59:59.999Z',
    '2026-06-01T12:00:00.001Z',
  ),
  json: fc.constant('{}'),
};
const SQL_TYPES: Record<ColumnType, string> = {
  integer: 'bigint',
  'double precision': 'double precision',
  text: 'text',
  boolean: 'boolean',
  uuid: 'uuid',
  'timestamp with time zone': 'timestamptz',
  json: 'json',
};

const rowOf = (columns: Readonly<Record<string, ColumnDefinition>>) =>
  fc.record(
    Object.fromEntries(
      Object.entries(columns).map(([name, { type, nullable }]) => [
        name,
        nullable ? fc.option(VALUES[type]) : VALUES[type],
      ]),
    ),
  );

const registered = [...createAppRegistry().tables.values()];

describe.each(ENGINES)('on %s', (engine) => {
  let db: AppDatabase;
  beforeAll(async () => {
    const withPreferences = (preferences: object) => ({ preferences: toJson(preferences) });
    db = await createTestDatabase(engine, {
      users: [buildUser(1), buildUser(2)],
      // These stages match the audiences of the test actors.
      profiles: [
        buildProfile(1, withPreferences({ stage: 'BIRTHING' })),
        buildProfile(2, withPreferences({ stage: 'BIRTHING', paused: true })),
      ],
    });
  });

  /** The result of the rule's SQL filter for a row that exists only in this query. */
  async function askSql(
    rule: Rule<Record<string, unknown>>,
    actor: Actor,
    row: Record<string, unknown>,
    columns: Readonly<Record<string, ColumnDefinition>>,
  ): Promise<boolean> {
    const filter = rule.filter(actor, NOW);
    if (typeof filter === 'boolean') return filter;
    const cells = Object.entries(columns).map(([name, { type }]) => {
      const value =
        engine === 'postgres' ? sql`${row[name]}::${sql.raw(SQL_TYPES[type])}` : sql`${row[name]}`;
      return sql`${value} as ${sql.ref(name)}`;
    });
    const { rows } =
      await sql`select 1 from (select ${sql.join(cells)}) as t0 where ${filter}`.execute(db.kysely);
    return rows.length === 1;
  }

  test.each(registered.map((table) => [table.name, table] as const))(
    '%s: the row rule and the SQL filter agree',
    async (_, { policy, columns }) => {
      await fc.assert(
        fc.asyncProperty(
          rowOf(columns),
          fc.constantFrom(...actors),
          fc.constantFrom('select', 'insert', 'update', 'delete'),
          async (row, actor, verb) => {
            const rule = policy[verb];
            expect(await askSql(rule, actor, row, columns)).toBe(rule.allows(actor, row, NOW));
          },
        ),
        { numRuns: 120 },
      );
    },
  );
});

test('a publicly cacheable policy gives everyone the same rows', () => {
  const [anon, owner, other] = actors;
  for (const { policy, columns } of registered.filter(
    (it) => it.policy.select.isPubliclyCacheable,
  )) {
    fc.assert(
      fc.property(rowOf(columns), (row) => {
        const answers = [anon, owner, other].map(
          (actor) =>
            actor &&
            [NOW, '2000-01-01T00:00:00.000Z'].map((at) => policy.select.allows(actor, row, at)),
        );
        expect(new Set(answers.flat()).size).toBe(1);
      }),
    );
  }
});
