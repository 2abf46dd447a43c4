import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrateToLatest } from '#db/migrations/migrate.ts';
import { copyRowsBetween, countRows, isInUse } from '#db/move/copy-rows.ts';
import { type AppDatabase, openDatabase } from '#db/open.ts';
import { isOpenOnPostgres } from '#db/postgres/is-open.ts';
import { type Config, DATABASE_FILE, parseConfig } from '#server/core/config/config.ts';
import { createLogger } from '#server/core/telemetry/logger.ts';
import { isServerRunning } from '#server/data-folder.ts';
import { importHosted } from '#server/import/import-hosted.ts';
import { createStore } from '#server/modules/storage/stores/create-store.ts';
import { moveFiles } from '#server/modules/storage/stores/move-files.ts';
import { createDeps, openAppDatabase } from '#server/start.ts';
import { printLine, runCommand } from './command.ts';

const shape = {
  name: 'npm run move',
  about:
    'Counts what a move of this installation would copy; with --go copies it: the database to postgres://… or file:///….sqlite, the files to s3://… or a folder, file:///…/. The source stays unchanged.',
  argument: '<where>',
  options: {
    go: { about: 'Moves instead of only counting. The server must be stopped.' },
    'from-hosted': {
      about:
        'Imports from the hosted backend’s PostgreSQL at postgres://…. Restore a dump into a PostgreSQL first.',
    },
    files: {
      about:
        'With --from-hosted: a folder with a copy of its storage, <bucket>/<name>. Missing files are downloaded.',
      value: '<folder>',
    },
    replace: { about: 'Replaces everything in a target database that is in use.' },
  },
};

interface Move {
  config: Config;
  where: string;
  isDry: boolean;
  mayReplace: boolean;
  files: string | undefined;
}

await runCommand(shape, async ({ config, argument, has, valueFor }) => {
  const isFromHosted = has('from-hosted');
  if (argument === undefined || (!isFromHosted && !URL.canParse(argument))) {
    throw new Error(
      isFromHosted
        ? 'Name the source: npm run move -- postgres://… --from-hosted'
        : 'Name the target: npm run move -- postgres://… | file:///….sqlite | s3://… | file:///…/',
    );
  }
  if (!isFromHosted && valueFor('files') !== undefined) {
    throw new Error('--files needs --from-hosted: it names a copy of the hosted files.');
  }
  const [isDry, mayReplace, files] = [!has('go'), has('replace'), valueFor('files')];
  const move = { config, where: argument, isDry, mayReplace, files };
  if (!isDry) await ensureServerStopped(config);
  if (isFromHosted) await moveHosted(move);
  else await (isDatabase(argument) ? moveDatabase(move) : moveStore(move));
  if (move.isDry) printLine('Nothing was changed. To move it, stop the server and add --go.');
});

/** Refuses while a server runs: its writes would not be copied. */
async function ensureServerStopped({ DATABASE_URL, DATA_DIR }: Config): Promise<void> {
  const isOpen = DATABASE_URL ? await isOpenOnPostgres(DATABASE_URL) : isServerRunning(DATA_DIR);
  if (!isOpen) return;
  // On PostgreSQL a server looks like any other command; on SQLite only servers take the lock.
  const holder = DATABASE_URL ? 'A server, or another command,' : 'A server';
  throw new Error(`${holder} has this database open. Stop it, then repeat. Nothing was changed.`);
}

function isDatabase(where: string): boolean {
  const { protocol, pathname } = new URL(where);
  return protocol.startsWith('postgres') || pathname.endsWith('.sqlite');
}

async function moveDatabase(move: Move): Promise<void> {
  const { config, where, isDry } = move;
  const from = await openAppDatabase({ ...config, STATEMENT_LIMIT_S: 0 });
  try {
    if (isDry) {
      for (const { table, rows } of await countRows(from)) {
        if (rows > 0) printLine(`${table}: ${rows} rows`);
      }
    }
    const file = where.startsWith('file:') ? resolve(fileURLToPath(where)) : undefined;
    // Opening a missing file would create it.
    if (isDry && file !== undefined && !existsSync(file)) return;
    const to = await openDatabase(file === undefined ? { url: where } : { file });
    await moveInto(move, from, to).finally(() => to.close());
  } finally {
    await from.close();
  }
}

async function moveInto(
  { config, where, isDry, mayReplace }: Move,
  from: AppDatabase,
  to: AppDatabase,
): Promise<void> {
  if (from.location === to.location) throw new Error('The target is the current database.');
  if (!mayReplace && (await isInUse(to))) {
    throw new Error(
      `${to.location} is in use already and was not changed. --replace replaces everything in it.`,
    );
  }
  if (isDry) return;
  // Gives both databases the same tables.
  await migrateToLatest(from);
  await migrateToLatest(to);
  const seen = await from.latestChangeId();
  const moved = await copyRowsBetween(from, to, ({ table, rows, checksum }) =>
    printLine(`${table}: ${rows} rows, checksum ${checksum.slice(0, 16)} on both sides`),
  );
  const total = moved.reduce((sum, { rows }) => sum + rows, 0);
  printLine(`${total} rows are in ${to.location}, unchanged.`);
  if ((await from.latestChangeId()) !== seen) {
    throw new Error(
      'The database was changed meanwhile. Stop the server and repeat with --replace.',
    );
  }
  printLine(`To use it: ${nextStep(config, where, to)}`);
}

function nextStep({ DATA_DIR }: Config, where: string, to: AppDatabase): string {
  if (!where.startsWith('file:')) return 'set DATABASE_URL to this address.';
  const place = join(DATA_DIR, DATABASE_FILE);
  // A database at the default path is used without any setting; an older one there must be moved away.
  return to.location === resolve(place)
    ? 'remove DATABASE_URL.'
    : `remove DATABASE_URL, and put the file at ${place}. Move an older one there away first, with its -wal and -shm.`;
}

async function moveHosted({ config, where, isDry, files }: Move): Promise<void> {
  const db = await openAppDatabase({ ...config, STATEMENT_LIMIT_S: 0 });
  const deps = createDeps(config, db, createLogger({ level: 'silent', isTerminal: false }));
  try {
    await importHosted(deps, where, { isDry, files, printLine });
  } finally {
    await deps.mailer.close();
    await db.close();
  }
}

async function moveStore({ config, where, isDry }: Move): Promise<void> {
  const from = createStore(config);
  const target = parseConfig({
    JWT_SECRET: config.JWT_SECRET,
    DATA_DIR: config.DATA_DIR,
    STORAGE_URL: where,
  });
  const to = createStore(target);
  if (!isDry) await to.checkWritable();
  const { copied, existing, bytes, skipped } = await moveFiles(from, to, {
    isDry,
    onFile: printLine,
  });
  const verb = isDry ? 'would be moved' : 'were moved, read back and found the same';
  printLine(`${copied} files (${bytes} bytes) ${verb}; ${existing} are there already.`);
  for (const line of skipped) printLine(`skipped: ${line}`);
  if (skipped.length > 0)
    throw new Error(`${skipped.length} files were skipped, each for the reason above.`);
  if (!isDry)
    printLine(
      'To use it: set STORAGE_URL to this address. The files here stay until you remove them.',
    );
}
