import { createNegativeLimitError, createTooComplexError } from '../tables.errors.ts';
import type { Condition, LevelQuery, TableQuery } from './ast.ts';
import { parseNameList } from './columns.ts';
import { parseFilter, parseTreePath } from './filters.ts';
import { parseLogic } from './logic.ts';
import { parseOrder } from './order.ts';
import { parseSelect } from './select.ts';

/** SQLite refuses expressions deeper than 1000; far below that nobody asks in earnest. */
const MAX_CONDITIONS = 200;

/**
 * The raw text after `?`, as the client's URLSearchParams wrote it. The same key may occur several
 * times and each counts, which is why Express' own parser must never see it.
 */
export function parseTableQuery(rawQuery: string): TableQuery {
  const levels = new Map<string, LevelQuery>();
  const levelAt = (path: string): LevelQuery => {
    const known = levels.get(path);
    if (known !== undefined) return known;
    const level: LevelQuery = { path, conditions: [], order: [], limit: null, offset: 0 };
    levels.set(path, level);
    return level;
  };
  const root = levelAt('');
  const once = new Map<string, string>();
  for (const [key, value] of readPairs(rawQuery)) {
    if (key === 'select' || key === 'columns' || key === 'on_conflict') {
      if (!once.has(key)) once.set(key, value);
    } else readPair(key, value, levelAt);
  }
  const conditions = [...levels.values()].reduce((sum, it) => sum + count(it.conditions), 0);
  if (conditions > MAX_CONDITIONS) throw createTooComplexError('too many filters');
  const columns = once.get('columns');
  const onConflict = once.get('on_conflict');
  return {
    select: parseSelect(once.get('select') ?? '*'),
    levels,
    root,
    columns: columns === undefined ? null : parseNameList(columns, 'columns parameter'),
    onConflict:
      onConflict === undefined ? null : parseNameList(onConflict, 'on_conflict parameter'),
  };
}

/** A name without `=` says nothing and is dropped, as the official server does. */
function readPairs(rawQuery: string): URLSearchParams {
  const said = rawQuery.split('&').filter((part) => part.includes('='));
  return new URLSearchParams(said.join('&'));
}

function readPair(key: string, value: string, levelAt: (path: string) => LevelQuery): void {
  const word = key.slice(key.lastIndexOf('.') + 1);
  switch (word) {
    case 'and':
    case 'or': {
      const { path, group } = parseLogic(key, value);
      levelAt(path).conditions.push(group);
      return;
    }
    case 'order':
      levelAt(parseTreePath(key).path).order = parseOrder(value);
      return;
    case 'limit':
      levelAt(parseTreePath(key).path).limit = readLimit(value);
      return;
    case 'offset':
      levelAt(parseTreePath(key).path).offset = Math.max(0, readInteger(value) ?? 0);
      return;
    default: {
      const { path, filter } = parseFilter(key, value);
      levelAt(path).conditions.push(filter);
    }
  }
}

function readLimit(value: string): number | null {
  const limit = readInteger(value);
  if (limit !== null && limit < 0) throw createNegativeLimitError();
  return limit;
}

function readInteger(value: string): number | null {
  if (!/^\s*-?\d+\s*$/.test(value)) return null;
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, Number(value)));
}

function count(conditions: readonly Condition[]): number {
  return conditions.reduce((sum, it) => sum + 1 + (it.kind === 'filter' ? 0 : count(it.terms)), 0);
}
