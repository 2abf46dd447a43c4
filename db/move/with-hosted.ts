import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDump } from './dump-source.ts';
import { withHostedDatabase } from './hosted-database.ts';
import type { HostedSource } from './hosted-source.ts';

/** `where` is the address of a PostgreSQL, or a file with a dump of one, in which `tables` are looked for. */
export async function withHosted<T>(
  where: string,
  tables: readonly string[],
  work: (hosted: HostedSource) => Promise<T>,
): Promise<T> {
  if (/^postgres(ql)?:/.test(where)) return withHostedDatabase(where, work);
  const file = where.startsWith('file:') ? fileURLToPath(where) : where;
  return work(await openDump(resolve(file), tables));
}
