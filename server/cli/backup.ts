import { isCurrent } from '#db/migrations/migrate.ts';
import { isoNow, systemClock } from '#server/core/clock.ts';
import type { Config } from '#server/core/config/config.ts';
import { createLogger } from '#server/core/telemetry/logger.ts';
import { makeBackup } from '#server/modules/backups/backups.usecases.ts';
import { hasFullBackups } from '#server/modules/backups/full-backup-archive.ts';
import { findFullBackupKey, makeFullBackupKey } from '#server/modules/backups/full-backup-key.ts';
import { runFullBackup } from '#server/modules/backups/full-backup-runs.usecases.ts';
import { createStore } from '#server/modules/storage/stores/create-store.ts';
import { openAppDatabase } from '#server/start.ts';
import { printLine, runCommand } from './command.ts';
import { requireBackupTarget, requireFullBackupSetup } from './full-backup-setup.ts';

const shape = {
  name: 'npm run backup',
  about: 'Makes a consistent copy of the embedded database in DATA_DIR/backups.',
  options: {
    whole: {
      about:
        'Instead: database, recordings and pictures, encrypted, to BACKUP_URL; uploads only new files.',
    },
  },
};

// Safe while the server is running.
await runCommand(shape, async ({ config, has }) => {
  if (has('whole')) return backUpAll(config);
  printLine(`The database is copied to ${await makeBackup(config, isoNow(systemClock))}`);
  printLine('Recordings and pictures are not in it: npm run backup -- --whole has them too.');
});

async function backUpAll(config: Config) {
  const target = requireBackupTarget(config);
  const db = await openAppDatabase(config);
  try {
    // After a migration, the running version might not start again.
    if (!(await isCurrent(db))) {
      throw new Error(
        'Another version of the program has used this database last. Make the backup with that version, or start this one first. Nothing was changed.',
      );
    }
    const isKnown = findFullBackupKey(config.DATA_DIR, config.BACKUP_KEY) !== undefined;
    // A machine that lost its key must not start a second key in the same target.
    if (!isKnown && !(await hasFullBackups(target))) {
      printLine(
        `The key of your full backups, shown this once: ${await makeFullBackupKey(config.DATA_DIR)}`,
      );
      printLine(
        'Write it down and keep it away from this machine. Without it they cannot be decrypted.',
      );
    }
    const logger = createLogger({ level: 'warn', isTerminal: true });
    const deps = { config, db, store: createStore(config), clock: systemClock, logger };
    const made = await runFullBackup(deps, requireFullBackupSetup(config));
    if (!made) return;
    const { name, files, added } = made;
    printLine(
      `${name} is in ${target.label}: the database and ${files} files, ${added} of them new.`,
    );
  } finally {
    await db.close();
  }
}
