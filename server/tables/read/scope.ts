import { LIMITS } from '#contract/words/limits.ts';
import type { Actor } from '#server/core/actor.ts';
import { ensureMayAtTable } from '#server/core/admin-role.ts';
import type { EmbedItem, LevelQuery, SelectItem, TableQuery } from '../query/ast.ts';
import { joinPath } from '../query/filters.ts';
import type { Registry, Relation } from '../registry.ts';
import type { TableDefinition } from '../table-definition.ts';
import {
  createAmbiguousRelationError,
  createCircularEmbedError,
  createNestedRowsError,
  createNoRelationError,
  createNotEmbeddedError,
  createTooComplexError,
} from '../tables.errors.ts';

/** A table as it takes part in one query: under an alias, with what the request says about it. */
export interface Scope {
  readonly table: TableDefinition;
  /** Counted through the whole query; the alias is made of it. */
  readonly index: number;
  readonly alias: string;
  readonly items: readonly SelectItem[];
  readonly level: LevelQuery;
  readonly embeds: readonly Embed[];
}

export interface Embed {
  /** The key in the answer: the alias, else the name as written. */
  readonly name: string;
  readonly item: EmbedItem;
  readonly relation: Relation;
  readonly scope: Scope;
}

const MAX_EMBEDS = 20;

/** Refuses a named admin whose role does not open every table of the query. */
export function ensureMayRead(actor: Actor, { table, embeds }: Scope): void {
  ensureMayAtTable(actor, 'read', table.name);
  for (const { scope } of embeds) ensureMayRead(actor, scope);
}

/** Finds the relation behind every embed; a level of the query that belongs to none is refused. */
export function resolveScope(registry: Registry, table: TableDefinition, query: TableQuery): Scope {
  const known = new Set<string>();
  let aliases = 0;

  function resolve(
    target: TableDefinition,
    items: readonly SelectItem[],
    path: string[],
    way: readonly string[],
  ): Scope {
    if (aliases > MAX_EMBEDS) throw createTooComplexError('too many embedded resources');
    const index = aliases++;
    const ownWay = [...way, target.name];
    // What leads back multiplies: each favourite's track's favourites' tracks, and so on.
    if (way.includes(target.name)) throw createCircularEmbedError(ownWay);
    const embeds = items
      .filter((item) => item.kind === 'embed')
      .map((item): Embed => {
        const relation = findRelation(registry, target, item);
        const name = item.alias ?? item.relation;
        const ownPath = [...path, nameOfLevel(query, path, item)];
        return {
          name,
          item,
          relation,
          scope: resolve(relation.target, item.items, ownPath, ownWay),
        };
      });
    const key = joinPath(path);
    known.add(key);
    const level = query.levels.get(key);
    const alias = `t${index}`;
    return { table: target, index, alias, items, embeds, level: level ?? emptyLevel(key) };
  }

  const scope = resolve(table, query.select, [], []);
  for (const path of query.levels.keys()) {
    if (!known.has(path)) throw createNotEmbeddedError(firstUnknown(path, known));
  }
  ensureFewNestedRows(scope, limitOf(scope));
  return scope;
}

/** How many rows a level may have for each row above it. */
export function limitOf({ level }: Scope): number {
  return Math.min(level.limit ?? LIMITS.pageRows, LIMITS.pageRows);
}

/**
 * Lists under rows that may come twice multiply: a thousand plays of one track, each with the track's
 * thousand favourites. Under rows that come once there are no more of them than the table has.
 */
function ensureFewNestedRows({ embeds }: Scope, parents: number, isOnce = true): void {
  for (const { relation, scope } of embeds) {
    const isMany = relation.cardinality === 'many';
    const rows = isMany ? parents * limitOf(scope) : parents;
    if (isMany && !isOnce && rows > LIMITS.nestedRows) throw createNestedRowsError(rows);
    ensureFewNestedRows(scope, rows, isOnce && !relation.isForward);
  }
}

/** Filters may call an embed by its alias or by its own name, whichever they used. */
function nameOfLevel(query: TableQuery, path: readonly string[], item: EmbedItem): string {
  if (item.alias === null) return item.relation;
  const prefix = joinPath([...path, item.alias]);
  const isAliasUsed = [...query.levels.keys()].some(
    (key) => key === prefix || key.startsWith(`${prefix}\u0000`),
  );
  return isAliasUsed ? item.alias : item.relation;
}

function firstUnknown(path: string, known: ReadonlySet<string>): string {
  const names = path.split('\u0000');
  const depth = names.findIndex((_, index) => !known.has(joinPath(names.slice(0, index + 1))));
  return names[depth] ?? path;
}

const emptyLevel = (path: string): LevelQuery => ({
  path,
  conditions: [],
  order: [],
  limit: null,
  offset: 0,
});

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
