import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { migrateToLatest } from '#db/migrations/migrate.ts';
import { openDatabase } from '#db/open.ts';
import { type RunningPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { runSql } from './run-sql.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Asked by `create-test-db.ts`; the first question starts PostgreSQL. */
    postgresStarter: string;
  }
}

const ownServer = process.env['TEST_POSTGRES_URL'];

/** A migrated database under a name of this run, from which each test file's own is copied in one step. */
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
 * One PostgreSQL per run, in the main process, started when the first test asks for it: most single
 * files never do. It stops here and nowhere else, after every worker and its pool are gone.
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
  await new Promise<void>((resolve) => starter.listen(0, '127.0.0.1', resolve));
  // listening on a TCP port, so the address is an object
  project.provide('postgresStarter', `http://127.0.0.1:${(starter.address() as AddressInfo).port}`);
  return async () => {
    starter.close();
    starter.closeAllConnections();
    if (!started) return;
    const { url, template, stop } = await started;
    // The one from npm is thrown away whole.
    if (ownServer) await runSql(url, `DROP DATABASE IF EXISTS ${template} WITH (FORCE)`);
    await stop();
  };
}
