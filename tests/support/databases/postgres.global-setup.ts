import { createServer } from 'node:http';
import type { TestProject } from 'vitest/node';
import { migrateToLatest } from '#db/migrations/migrate.ts';
import { openDatabase } from '#db/open.ts';
import { listen } from '../servers/ports.ts';
import { type RunningPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { runSql } from './run-sql.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL used by `create-test-db.ts`; the first request starts PostgreSQL. */
    postgresStarter: string;
  }
}

const ownServer = process.env['TEST_POSTGRES_URL'];

/** A migrated template database named after this run; each test file's database is one copy of it. */
async function prepare() {
  const postgres: RunningPostgres = ownServer
    ? { url: ownServer.replace(/\/+$/, ''), stop: async () => undefined }
    : await startEmbeddedPostgres();
  const template = `cradlesong_template_${process.pid}`;
  await runSql(postgres.url, `DROP DATABASE IF EXISTS ${template}`, `CREATE DATABASE ${template}`);
  const db = await openDatabase({ url: `${postgres.url}/${template}` });
  await migrateToLatest(db);
  await db.close();
  return { ...postgres, template };
}

/**
 * One PostgreSQL per run, in the main process, started by the first test that needs it, because most test files do not.
 * It stops only here, after all workers and their pools are gone.
 */
export async function setup(project: TestProject) {
  let started: ReturnType<typeof prepare> | undefined;
  const starter = createServer(async (_req, res) => {
    started ??= prepare();
    try {
      const { url, template } = await started;
      res.end(JSON.stringify({ url, template }));
    } catch (error) {
      res.writeHead(500).end(error instanceof Error ? error.message : String(error));
    }
  });
  project.provide('postgresStarter', `http://127.0.0.1:${await listen(starter)}`);
  return async () => {
    starter.close();
    starter.closeAllConnections();
    if (!started) return;
    const { url, template, stop } = await started;
    // The PostgreSQL from npm is deleted as a whole.
    if (ownServer) await runSql(url, `DROP DATABASE IF EXISTS ${template} WITH (FORCE)`);
    await stop();
  };
}
