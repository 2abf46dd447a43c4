import { type Actor, ANON } from '#server/core/actors/actor.ts';
import { createAppRegistry } from '#server/registered-tables.ts';
import { printSql } from '#server/tables/print-sql.ts';

const ACTORS: Readonly<Record<string, Actor>> = {
  anonymous: ANON,
  user: { role: 'authenticated', userId: crypto.randomUUID(), sessionId: null },
  admin: { role: 'service_role', userId: null, sessionId: null },
};
const USAGE = `npm run sql -- '<path and query below /rest/v1>' [${Object.keys(ACTORS).join('|')}]`;

const [address, role = 'anonymous'] = process.argv.slice(2);
const actor = ACTORS[role];
if (address === undefined || actor === undefined) {
  process.stderr.write(`Prints the SQL of one read on both engines.\n${USAGE}\n`);
  process.exitCode = 2;
} else {
  try {
    const registry = createAppRegistry();
    const printed = printSql(registry, address, { actor, now: new Date().toISOString() });
    process.stdout.write(printed);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
}
