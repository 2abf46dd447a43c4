import { createRangeError, createTooComplexError } from '../tables.errors.ts';
import { type Condition, type LevelQuery, PLAIN_LEVEL, type TableQuery } from './ast.ts';
import { MAX_CONDITIONS, parseFilter, parseLogic, parseTreePath } from './filters.ts';
import { parseOrder } from './order.ts';
import { parseNameList, parseSelect } from './select.ts';

const MAX_PARAMETERS = 500;

/** Parses the raw query string and not Express' `req.query`, because repeated keys all count. */
export function parseTableQuery(rawQuery: string): TableQuery {
  const root: LevelQuery = { ...PLAIN_LEVEL, conditions: [] };
  const levels = new Map([['', root]]);
  const firstValues = new Map<string, string>();
  const parts = rawQuery.split('&');
  if (parts.length > MAX_PARAMETERS) throw createTooComplexError('too many parameters');
  for (const part of parts) {
    // Drops a name without `=`, as PostgREST does.
    const [pair] = part.includes('=') ? new URLSearchParams(part) : [];
    if (pair === undefined) continue;
    const [key, value] = pair;
    if (key === 'select' || key === 'columns' || key === 'on_conflict') {
      if (!firstValues.has(key)) firstValues.set(key, value);
    } else readParameter(key, value, levels);
  }
  let conditions = 0;
  for (const level of levels.values()) conditions += sizeOf(level.conditions);
  if (conditions > MAX_CONDITIONS) throw createTooComplexError('too many filters');
  const select = firstValues.get('select');
  const columns = firstValues.get('columns');
  const onConflict = firstValues.get('on_conflict');
  return {
    select: select === undefined ? [{ kind: 'star' }] : parseSelect(select),
    levels,
    root,
    columns: columns === undefined ? null : parseNameList(columns, 'columns parameter'),
    onConflict:
      onConflict === undefined ? null : parseNameList(onConflict, 'on_conflict parameter'),
  };
}

function levelAt(levels: Map<string, LevelQuery>, path: string): LevelQuery {
  const level = levels.get(path) ?? { ...PLAIN_LEVEL, conditions: [] };
  levels.set(path, level);
  return level;
}

function readParameter(key: string, value: string, levels: Map<string, LevelQuery>): void {
  const word = key.slice(key.lastIndexOf('.') + 1);
  switch (word) {
    case 'and':
    case 'or': {
      const { path, group } = parseLogic(key, value);
      levelAt(levels, path).conditions.push(group);
      return;
    }
    case 'order':
      levelAt(levels, parseTreePath(key).path).order = parseOrder(value);
      return;
    case 'limit':
      levelAt(levels, parseTreePath(key).path).limit = readLimit(value);
      return;
    case 'offset':
      levelAt(levels, parseTreePath(key).path).offset = Math.max(0, readInteger(value) ?? 0);
      return;
    default: {
      const { path, filter } = parseFilter(key, value);
      levelAt(levels, path).conditions.push(filter);
    }
  }
}

function readLimit(value: string): number | null {
  const limit = readInteger(value);
  if (limit !== null && limit < 0) {
    throw createRangeError('Limit should be greater than or equal to zero.');
  }
  return limit;
}

function readInteger(value: string): number | null {
  if (!/^\s*-?\d+\s*$/.test(value)) return null;
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, Number(value)));
}

function sizeOf(conditions: readonly Condition[]): number {
  return conditions.reduce((sum, it) => sum + 1 + (it.kind === 'filter' ? 0 : sizeOf(it.terms)), 0);
}
