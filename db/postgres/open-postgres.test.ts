import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from '#db/open.ts';
import { startDatabaseProxy } from '#tests/support/databases/database-proxy.ts';
import { findPostgres } from '#tests/support/databases/find-postgres.ts';

test('a connection that breaks during its setup frees its slot in the pool', async () => {
  const server = (await findPostgres()).url;
  await using proxy = await startDatabaseProxy(new URL(server));
  const url = new URL('/postgres', server);
  url.port = String(proxy.port);
  const db = await openDatabase({ url: url.href });
  const ask = () => sql<{ one: number }>`select 1 as one`.execute(db.kysely);

  proxy.breakAt((bytes) => bytes.includes('set timezone'));
  // More tries than the pool has connections: a leaked slot would block the last query.
  for (let tries = 0; tries < 12; tries++) await expect(ask()).rejects.toThrow();
  proxy.breakAt(() => false);

  expect((await ask()).rows).toEqual([{ one: 1 }]);
  await db.close();
});
