import { TABLE_ERROR } from '#contract/constants/error-codes.ts';
import type { Engine } from '#db/open.ts';
import { createCompiler } from '#db/queries/compile-only.ts';
import type { Actor } from '#server/core/actors/actor.ts';
import { AppError } from '#server/core/errors.ts';
import { parseTableQuery } from './query/parse-query.ts';
import { createReadPlan } from './read/build-select.ts';
import type { Registry } from './registry.ts';
import { getTable, readTableRequest } from './table-request.ts';

const ENGINES: readonly Engine[] = ['sqlite', 'postgres'];

/** The SQL of a read on both databases, with parameters. `address` is the path and query below `/rest/v1`. */
export function printSql(
  registry: Registry,
  address: string,
  { actor, now }: { actor: Actor; now: string },
): string {
  const url = address.startsWith('/') ? address : `/${address}`;
  const request = readTableRequest({ method: 'GET', url, headers: {} });
  const table = getTable(registry, request);
  const query = parseTableQuery(request.rawQuery);
  return ENGINES.map((engine) => {
    const { kysely, sql: dialect } = createCompiler(engine);
    const input = { table, query, actor, now, origin: '', range: null };
    try {
      const { sql, parameters } = createReadPlan({ kysely, dialect, registry }, input).page;
      return `-- ${engine}\n${breakLines(sql)}\n-- parameters: ${JSON.stringify(parameters)}\n`;
    } catch (error) {
      const isRefused = error instanceof AppError && error.code === TABLE_ERROR.notSupported;
      if (isRefused) return `-- ${engine}: ${error.message}\n`;
      throw error;
    }
  }).join('\n');
}

/** One line per clause. */
const breakLines = (sql: string) =>
  sql.replace(/\s+/g, ' ').replace(/ (from|where|order by|limit) /g, '\n  $1 ');
