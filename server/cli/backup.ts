import type { AppDatabase } from '#db/open.ts';
import { isoNow, systemClock } from '#server/core/clock.ts';
import type { Config } from '#server/core/config/config.ts';
import { makeBackup } from '#server/modules/backups/backups.usecases.ts';
import { makeFullBackup } from '#server/modules/backups/full-backup.usecases.ts';
import { hasFullBackups } from '#server/modules/backups/full-backup-archive.ts';
import { getFullBackupKey } from '#server/modules/backups/full-backup-key.ts';
import { runFullBackup } from '#server/modules/backups/full-backup-runs.usecases.ts';
import type { FullBackupSetup } from '#server/modules/backups/full-backup-target.ts';
import { createStore } from '#server/modules/storage/stores/create-store.ts';
import { openAppDatabase } from '#server/start.ts';
import { runCommand } from './command.ts';
import { findRunDeps, openBackupTarget, requireFullBackupKey } from './full-backup-setup.ts';

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
await runCommand(shape, async ({ config, has, say }) => {
  const now = isoNow(systemClock);
  if (has('whole')) return backUpAll(config, now, say);
  say(`The database is copied to ${await makeBackup(config, now)}`);
  say('Recordings and pictures are not in it: npm run backup -- --whole has them too.');
});

async function backUpAll(config: Config, now: string, say: (line: string) => void) {
  const target = openBackupTarget(config);
  // A machine that lost its key must not start a second key in the same target.
  const key = (await hasFullBackups(target))
    ? requireFullBackupKey(config)
    : await getFullBackupKey(config.DATA_DIR, config.BACKUP_KEY);
  if (key.isNew) {
    say(`The key of your full backups, shown this once: ${key.identity}`);
    say('Write it down and keep it away from this machine. Without it they cannot be decrypted.');
  }
  const db = await openAppDatabase({ ...config, STATEMENT_LIMIT_S: 0 });
  try {
    const setup = { target, identity: key.identity };
    const { name, files, added } = await makeFull(config, db, setup, now);
    say(`${name} is in ${target.label}: the database and ${files} files, ${added} of them new.`);
  } finally {
    await db.close();
  }
}

/** Takes the lease, so that no other machine makes a backup meanwhile. An old database has no leases. */
async function makeFull(config: Config, db: AppDatabase, setup: FullBackupSetup, now: string) {
  const deps = await findRunDeps(config, db);
  const made = deps && (await runFullBackup(deps, setup));
  if (made) return made;
  const dataDir = config.DATA_DIR;
  return makeFullBackup({ ...setup, dataDir, db, store: createStore(config) }, now);
}
