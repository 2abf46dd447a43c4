import { LIMITS } from '#contract/constants/limits.ts';
import type { Actor } from '#server/core/actors/actor.ts';
import { ensureMay } from '#server/core/actors/admin-role.ts';
import {
  type EmbedItem,
  type LevelQuery,
  PATH_SEPARATOR,
  PLAIN_LEVEL,
  type SelectItem,
  type TableQuery,
} from '../query/ast.ts';
import type { Registry, Relation, TableDefinition } from '../registry.ts';
import {
  createAmbiguousRelationError,
  createNoRelationError,
  createNotEmbeddedError,
  createTooComplexError,
  tableError,
} from '../tables.errors.ts';

/** A table in a query: under an alias, with its part of the request. */
export interface Scope {
  readonly table: TableDefinition;
  /** Number within the query, used for the alias. */
  readonly index: number;
  readonly alias: string;
  readonly items: readonly SelectItem[];
  readonly level: LevelQuery;
  readonly embeds: readonly Embed[];
}

export interface Embed {
  /** Key in the answer: the alias, else the name as written. */
  readonly name: string;
  readonly item: EmbedItem;
  readonly relation: Relation;
  readonly scope: Scope;
}

const MAX_EMBEDS = 20;

interface ResolveState {
  readonly registry: Registry;
  readonly query: TableQuery;
  readonly actor: Actor;
  /** Paths of the levels that exist. */
  readonly known: Set<string>;
  /** Number of tables so far; it becomes part of the next alias. */
  count: number;
}

/**
 * Resolves the relation of every embed. Refuses query levels without an embed, and an admin whose role may not
 * read every table of the query.
 */
export function resolveScope(
  registry: Registry,
  table: TableDefinition,
  query: TableQuery,
  actor: Actor,
): Scope {
  const known = new Set<string>();
  const scope = resolve({ registry, query, actor, known, count: 0 }, table, query.select, '', []);
  for (const path of query.levels.keys()) {
    if (!known.has(path)) throw createNotEmbeddedError(firstUnknown(path, known));
  }
  for (const embed of scope.embeds) ensureFewNestedRows(embed, limitOf(scope));
  return scope;
}

function resolve(
  resolving: ResolveState,
  table: TableDefinition,
  items: readonly SelectItem[],
  path: string,
  chain: readonly string[],
): Scope {
  const { registry, query, actor, known } = resolving;
  if (actor.admin) ensureMay(actor.admin, 'read', table.area);
  if (resolving.count > MAX_EMBEDS) throw createTooComplexError('too many embedded resources');
  const ownChain = [...chain, table.name];
  // Embeds that lead back multiply the rows, as in favorites > track > favorites.
  if (chain.includes(table.name)) {
    throw tableError('tooComplex', 'An embedded resource leads back to a table it comes from', {
      details: ownChain.join(' > '),
      hint: 'Ask for it in a second request.',
    });
  }
  const index = resolving.count++;
  known.add(path);
  const embeds: Embed[] = [];
  for (const item of items) {
    if (item.kind !== 'embed') continue;
    const relation = findRelation(registry, table, item);
    const ownPath = pathOfEmbed(query, path, item);
    const scope = resolve(resolving, relation.target, item.items, ownPath, ownChain);
    embeds.push({ name: item.alias ?? item.relation, item, relation, scope });
  }
  const level = query.levels.get(path) ?? PLAIN_LEVEL;
  return { table, index, alias: `t${index}`, items, embeds, level };
}

/** Maximum rows of a level per parent row. */
export function limitOf({ level }: Scope): number {
  return Math.min(level.limit ?? LIMITS.pageRows, LIMITS.pageRows);
}

/**
 * Lists in repeated rows multiply: a thousand plays of one track with a thousand favorites contain a million favorites.
 * Lists in rows that occur once have in total no more rows than their table.
 */
function ensureFewNestedRows(embed: Embed, parents: number, isOnce = true): void {
  const { relation, scope } = embed;
  const isMany = relation.cardinality === 'many';
  const rows = isMany ? parents * limitOf(scope) : parents;
  if (isMany && !isOnce && rows > LIMITS.nestedRows) {
    throw tableError(
      'tooComplex',
      `Lists within lists may have ${LIMITS.nestedRows} rows at most`,
      {
        details: `The limits of this request allow ${rows} rows.`,
        hint: 'Give the embedded resources a smaller limit, as in rel.limit=10.',
      },
    );
  }
  for (const inner of scope.embeds) {
    ensureFewNestedRows(inner, rows, isOnce && !relation.isForward);
  }
}

/** Filters may use an embed's alias or its name. */
function pathOfEmbed(query: TableQuery, path: string, { alias, relation }: EmbedItem): string {
  const start = path === '' ? '' : `${path}${PATH_SEPARATOR}`;
  const byAlias = `${start}${alias}`;
  const isAliasUsed = [...query.levels.keys()].some(
    (key) => key === byAlias || key.startsWith(`${byAlias}${PATH_SEPARATOR}`),
  );
  return alias !== null && isAliasUsed ? byAlias : `${start}${relation}`;
}

function firstUnknown(path: string, known: ReadonlySet<string>): string {
  const names = path.split(PATH_SEPARATOR);
  const depth = names.findIndex(
    (_, index) => !known.has(names.slice(0, index + 1).join(PATH_SEPARATOR)),
  );
  return names[depth] ?? path;
}

/** An embed may name the other table, the foreign key's column or the constraint. */
function findRelation(registry: Registry, table: TableDefinition, item: EmbedItem): Relation {
  const { relation: name, hint } = item;
  const candidates = registry
    .relationsOf(table)
    .filter(
      (relation) =>
        relation.target.name === name ||
        relation.constraint === name ||
        (relation.isForward && relation.keyColumn === name),
    )
    .filter(
      ({ constraint, keyColumn }) => hint === null || constraint === hint || keyColumn === hint,
    );
  const [first, ...others] = candidates;
  if (first === undefined) throw createNoRelationError(table.name, name, hint);
  if (others.length > 0) {
    const choices = candidates.map(({ constraint }) => constraint);
    throw createAmbiguousRelationError(table.name, name, choices);
  }
  return first;
}
