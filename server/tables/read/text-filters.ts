import type { TextFilter } from '#db/queries/text-search.ts';
import type { Condition, TableQuery } from '../query/ast.ts';
import type { TableDefinition } from '../registry.ts';

/**
 * Text filters on columns with a search index: one filter, or the terms of an `or`. Every matching row meets at
 * least one of them. Empty if all rows must be read.
 */
export function textFiltersOf(table: TableDefinition, { root }: TableQuery): TextFilter[] {
  if (table.searchableColumns.length === 0) return [];
  for (const condition of root.conditions) {
    const terms = condition.kind === 'or' && !condition.negated ? condition.terms : [condition];
    const filters = terms.map((term) => toTextFilter(table, term));
    if (filters.every((filter) => filter !== undefined)) return filters;
  }
  return [];
}

function toTextFilter(table: TableDefinition, condition: Condition): TextFilter | undefined {
  if (condition.kind !== 'filter' || condition.negated) return undefined;
  const { field, operation } = condition;
  const column = table.searchableColumns.find((name) => name === field.name);
  if (column === undefined || operation.kind !== 'compare') return undefined;
  const isSearch = operation.operator === 'ilike' || operation.operator === 'like';
  // The search index cannot read NUL, which the condition itself refuses.
  const hasNul = operation.value.includes('\0');
  if (!isSearch || operation.quantifier !== null || hasNul) return undefined;
  return { column, pattern: operation.value.replaceAll('*', '%') };
}
