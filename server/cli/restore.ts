import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { HTTP_ERROR } from '#contract/constants/error-codes.ts';
import { isDamaged } from '#db/sqlite/handle.ts';
import { timeInName } from '#server/core/clock.ts';
import { type Config, DATABASE_FILE } from '#server/core/config/config.ts';
import { AppError } from '#server/core/errors.ts';
import { isServerRunning } from '#server/data-folder.ts';
import { backupFolder } from '#server/modules/backups/backup-folder.ts';
import { restoreBackup } from '#server/modules/backups/backups.usecases.ts';
import { keepFullBackupKey } from '#server/modules/backups/full-backup-key.ts';
import {
  checkFullBackup,
  restoreFullBackup,
} from '#server/modules/backups/full-restore.usecases.ts';
import { rollBackUpgrade } from '#server/modules/backups/roll-back-upgrade.ts';
import { createStore } from '#server/modules/storage/stores/create-store.ts';
import { openAppDatabase } from '#server/start.ts';
import { type CommandContext, printLine, runCommand } from './command.ts';
import { requireFullBackupSetup } from './full-backup-setup.ts';

const shape = {
  name: 'npm run restore',
  about: 'Replaces the database with a backup; keeps the old database beside it.',
  argument: '<file>',
  options: {
    'before-upgrade': {
      about: 'Instead of a file: the copy made before an upgrade. Install the older version first.',
    },
    'dry-run': {
      about: 'With --before-upgrade: only checks whether it is possible. The server may run.',
    },
    whole: {
      about:
        'Instead of a file: database, recordings and pictures from BACKUP_URL; the newest, or the one named. On PostgreSQL the server must be stopped.',
    },
    check: {
      about: 'Only tests a full backup: reads all of it, prints its contents, changes nothing.',
    },
    'what-there-is': { about: 'With --whole: restores the rest if files are missing or damaged.' },
    foreign: { about: 'Trusts a backup from another machine.' },
  },
  // After a disk failure there is no installation yet.
  mayBegin: true,
  makesNoSecret: true,
};

// The server may be running, except for a full restore on PostgreSQL.
await runCommand(shape, async (given) => {
  const { config, argument, has } = given;
  const now = new Date();
  if (has('before-upgrade')) {
    const { from, kept } = await rollBackUpgrade(config, now, has('dry-run'));
    if (kept === undefined) return printLine(`${from} can be restored.`);
    return printLine(`${from} is in place. The previous data is kept in ${kept}`);
  }
  if (has('check')) return checkAll(config, argument);
  if (has('whole')) return restoreAll(given);
  if (argument === undefined) {
    throw new Error('Name a backup: npm run restore -- data/backups/….sqlite');
  }
  const options = { now: now.toISOString(), trustsOrigin: has('foreign') };
  const restore = () => restoreBackup(config, argument, options);
  const kept = await restoreOverDamaged(given, restore).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== HTTP_ERROR.foreignBackup) throw error;
    const way = 'On the command line that is: npm run restore -- --foreign <file>';
    throw new Error(`${error.message}\n${way}`);
  });
  printLine(
    `${argument} is in place.${existsSync(kept) ? ` The previous data is kept in ${kept}` : ''}`,
  );
});

/** A damaged database cannot be read: it is moved away, and the backup restored as on a new machine. */
async function restoreOverDamaged<T>(
  { config }: CommandContext,
  restore: () => Promise<T>,
): Promise<T> {
  try {
    return await restore();
  } catch (error) {
    const { DATABASE_URL, DATA_DIR } = config;
    if (DATABASE_URL !== undefined || !isDamaged(error)) throw error;
    if (isServerRunning(DATA_DIR)) {
      throw new Error('The current database is damaged. Stop the server, then repeat.');
    }
    const kept = join(backupFolder(DATA_DIR), `damaged-${timeInName(new Date().toISOString())}`);
    for (const suffix of ['', '-wal', '-shm']) {
      const file = join(DATA_DIR, DATABASE_FILE + suffix);
      if (existsSync(file)) renameSync(file, kept + suffix);
    }
    printLine(`The current database is damaged. It is kept in ${kept}`);
    return restore();
  }
}

async function restoreAll(given: CommandContext) {
  const { config, argument, has } = given;
  const setup = requireFullBackupSetup(config);
  mkdirSync(config.DATA_DIR, { recursive: true, mode: 0o700 });
  const source = { ...setup, dataDir: config.DATA_DIR, store: createStore(config) };
  const db = config.DATABASE_URL
    ? await openAppDatabase({ ...config, STATEMENT_LIMIT_S: 0 })
    : undefined;
  try {
    const options = {
      config,
      db,
      name: argument,
      now: new Date().toISOString(),
      allowsPartial: has('what-there-is'),
    };
    const done = await restoreOverDamaged(given, () => restoreFullBackup(source, options));
    keepFullBackupKey(config.DATA_DIR, setup.identity);
    printLine(
      `${done.name} is in place: the database and ${done.files} files, ${done.present} of them already present.`,
    );
    if (done.kept && existsSync(done.kept))
      printLine(`The database that was there before is kept in ${done.kept}`);
    for (const path of done.lost) printLine(`lost: ${path}`);
  } finally {
    await db?.close();
  }
}

async function checkAll(config: Config, argument: string | undefined) {
  const source = { ...requireFullBackupSetup(config), dataDir: config.DATA_DIR };
  const found = await checkFullBackup(source, argument);
  const { name, people, tracks, files, bytes, problems } = found;
  printLine(
    `${name} holds ${people} people, ${tracks} tracks and ${files} files (${bytes} bytes).`,
  );
  for (const problem of problems) printLine(problem);
  if (problems.length > 0) throw new Error(`${problems.length} files cannot be restored.`);
  printLine('The check succeeded: this backup can be restored. Nothing was changed.');
}
