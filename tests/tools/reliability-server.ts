import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from '#server/cli/build.ts';
import { startEmbeddedPostgres } from '#tests/support/embedded-postgres.ts';
import { runSql } from '#tests/support/run-sql.ts';
import { countDeaths, DEATH_ROWS, figuresOf, UNLIMITED } from '#tests/support/server-deaths.ts';
import { startServerProcess } from '#tests/support/server-process.ts';
import { fillFigures, RELIABILITY_DOC } from './reliability-table.ts';

// Kills a server two hundred times on each engine, and writes the second table of docs/reliability.md.
const DEATHS = 200;

await ensureBuilt(() => undefined);
const postgres = await startEmbeddedPostgres();
const dataDir = mkdtempSync(join(tmpdir(), 'cradlesong-deaths-'));
try {
  await measure('SQLite', {});
  await runSql(postgres.url, 'CREATE DATABASE deaths');
  await measure('PostgreSQL', { DATABASE_URL: `${postgres.url}/deaths` }, dataDir);
} finally {
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

async function measure(engine: string, env: Record<string, string>, data?: string) {
  const server = await startServerProcess({
    env: { ...UNLIMITED, ...env },
    ...(data === undefined ? {} : { dataDir: data }),
  });
  const counted = await countDeaths(server, DEATHS);
  await server.stop('SIGKILL');
  const figures = figuresOf(engine, counted);
  process.stdout.write(`${engine}: ${JSON.stringify(counted)}\n`);
  if (figures.some(({ value, atMost }) => value > atMost)) process.exitCode = 1;
  const text = readFileSync(RELIABILITY_DOC, 'utf8');
  writeFileSync(RELIABILITY_DOC, fillFigures(text, figures, DEATH_ROWS, 'reliability:server'));
}
