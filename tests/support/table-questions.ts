import fc from 'fast-check';
import type { ColumnType } from '#contract/rows/define-table.ts';
import { sampleUuid } from '#db/seeds/sample-uuid.ts';
import { createAppRegistry } from '#server/registered-tables.ts';
import type { ColumnDefinition, TableDefinition } from '#server/tables/registry.ts';

export const PEOPLE = { owner: sampleUuid('user', 1), other: sampleUuid('user', 2) };
/** Part of every value that the user must not see. Requests may ask for its beginning but never contain it. */
export const PLANTED = 'PLANTED';

export const exposedTables = [...createAppRegistry().tables.values()];
const columnNames = [
  ...new Set(exposedTables.flatMap(({ columns }) => Object.keys(columns))),
  'token_hash',
  'password_hash',
  'rowid',
];
/** Mostly valid values, so that most requests reach the database. */
const mostly = <T>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<T>) =>
  fc.oneof({ arbitrary: usual, weight: 12 }, { arbitrary: odd, weight: 1 });
const words = (text: string) => fc.constantFrom(...text.split(' '));

const oddText = fc.string({ unit: 'binary', maxLength: 8 }).map((text) => text.toWellFormed());
const literals: Record<ColumnType, fc.Arbitrary<string>> = {
  integer: words('1 2 0 -1 99999999999'),
  'double precision': words('1 2.5 1e9'),
  text: fc.constantFrom(
    'open',
    '*',
    `${PLANTED.slice(0, 5)}*`,
    '%',
    '_*',
    "'; drop table users --",
    '^P.*',
    '(a|b)+',
  ),
  boolean: words('true f yes null'),
  uuid: words(`${PEOPLE.owner} ${PEOPLE.other} ${PEOPLE.other.toUpperCase()}`),
  'timestamp with time zone': words('2026-01-01 2026-01-01T00:00:00Z infinity'),
  json: words('{} null'),
};
const operators: Record<'text' | 'any', fc.Arbitrary<string>> = {
  text: words('eq neq gt lte like ilike match imatch isdistinct not.ilike not.eq'),
  any: words('eq neq gt gte lt lte isdistinct not.eq not.gt'),
};
const relations = words(
  'audio_content favorites user_activity playback_positions notifications notification_reads',
);

export function questionsAbout(table: TableDefinition) {
  const own = fc.constantFrom(...Object.entries(table.columns));
  const name = mostly(
    own.map(([column]) => column),
    fc.constantFrom(...columnNames),
  );
  const comparison = mostly(
    own.chain(([column, { type }]) => {
      const literal = mostly(literals[type], oddText);
      const operator = operators[type === 'text' ? 'text' : 'any'];
      const value = fc.oneof(
        fc.tuple(operator, literal).map((parts) => parts.join('.')),
        literal.map((text) => `in.(${text},"${text}")`),
        literal.map((text) => `eq(any).{${text}}`),
        words('is.null not.is.null is.true cs.{a} cs.[1] cd.{} ov.{a}'),
      );
      return fc.tuple(fc.constant(column), value);
    }),
    fc.tuple(fc.constantFrom(...columnNames), oddText),
  );
  const logic = fc
    .array(comparison, { minLength: 1, maxLength: 3 })
    .map((terms) => `(${terms.map((term) => term.join('.')).join(',')})`);
  const embed = fc
    .tuple(
      words('... a: b: c:').map((it) => (it === 'c:' ? '' : it)),
      relations,
      words(' !inner !content_id'),
      words('* title user_id content_id,audio_content(title) count()'),
    )
    .map(([before, relation, how, what]) => `${before}${relation}${how}(${what})`);
  const item = fc.oneof(
    name,
    fc.constant('*'),
    name.map((it) => `x:${it}::text`),
    mostly(embed, name),
  );
  const select = fc.array(item, { minLength: 1, maxLength: 3 }).map((items) => items.join(','));
  const order = fc
    .tuple(name, words(' .desc .nullsfirst .desc.nullslast'))
    .map((parts) => parts.join(''));
  const inEmbed = fc
    .tuple(relations, words('user_id content_id title limit order'))
    .map((parts) => parts.join('.'));
  const parameter = mostly(
    fc.oneof(
      comparison,
      fc.tuple(words('or and not.or not.and'), logic),
      fc.tuple(fc.constant('select'), select),
      fc.tuple(fc.constant('order'), order),
      fc.tuple(words('limit offset'), words('0 1 5 x')),
    ),
    fc.oneof(
      fc.tuple(oddText, oddText),
      fc.tuple(inEmbed, words(`eq.1 eq.${PEOPLE.other} like.P* 1 user_id`)),
      fc.tuple(words('columns on_conflict'), name),
      fc.tuple(words('limit offset'), words(`-1 ${'9'.repeat(30)}`)),
    ),
  );
  return fc
    .array(parameter, { maxLength: 4 })
    .map(
      (pairs) => `/${table.name}?${new URLSearchParams(pairs.map(([k, v]) => [k, v])).toString()}`,
    );
}

export const question = fc.constantFrom(...exposedTables).chain(questionsAbout);

/** A row for a table: its columns with matching values, the user's own or another's. */
export const bodyFor = (table: TableDefinition) => {
  const cell = ([name, { type }]: [string, ColumnDefinition]) =>
    fc.tuple(
      fc.constant(name),
      mostly<unknown>(literals[type], fc.oneof(fc.jsonValue({ maxDepth: 3 }), oddText)),
    );
  const row = fc
    .shuffledSubarray(Object.entries(table.columns))
    .chain((columns) => fc.tuple(...columns.map(cell)))
    .map((cells) => Object.fromEntries(cells));
  return mostly<unknown>(
    row,
    fc.oneof(fc.array(row, { maxLength: 3 }), fc.jsonValue({ maxDepth: 2 })),
  );
};
