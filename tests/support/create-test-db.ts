import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { migrateToLatest } from '#db/migrations/migrate.ts';
import { type AppDatabase, type Engine, openDatabase } from '#db/open.ts';

/** For `describe.each(ENGINES)`: what the database promises, it promises on both. */
export const ENGINES: readonly Engine[] = ['sqlite', 'postgres'];

/** A database of the test's own with the current schema and no rows; `close` also removes it. */
export async function createTestDatabase(engine: Engine): Promise<AppDatabase> {
  if (engine === 'postgres') return openPostgresDatabase(true);
  const db = await openDatabase({ file: ':memory:' });
  await migrateToLatest(db);
  return db;
}

/** The same before any migration has run. */
export async function createEmptyDatabase(engine: Engine): Promise<AppDatabase> {
  return engine === 'postgres' ? openPostgresDatabase(false) : openDatabase({ file: ':memory:' });
}

async function openPostgresDatabase(isMigrated: boolean): Promise<AppDatabase> {
  const { url, template } = await findPostgres();
  const name = `cradlesong_test_${randomUUID().replaceAll('-', '')}`;
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: `${url}/postgres` });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await run(`create database ${name} template ${isMigrated ? template : 'template0'}`);
  const db = await openDatabase({ url: `${url}/${name}` });
  return {
    ...db,
    async close() {
      await db.close();
      await run(`drop database if exists ${name} with (force)`);
    },
  };
}

async function findPostgres(): Promise<{ url: string; template: string }> {
  const answer = await fetch(inject('postgresStarter'));
  if (!answer.ok) throw new Error(await answer.text());
  // our own global set-up wrote it
  return (await answer.json()) as { url: string; template: string };
}
