import { resolve } from 'node:path';
import { AUDIO_CATEGORIES, AUDIO_KINDS } from '#contract/constants/tracks/tracks.ts';
import { migrateToLatest } from '#db/migrations/migrate.ts';
import { createLogger } from '#server/core/telemetry/logger.ts';
import { importFolder } from '#server/import/import-folder.ts';
import { createDeps, openAppDatabase } from '#server/start.ts';
import { printLine, runCommand } from './command.ts';

const shape = {
  name: 'npm run import',
  about:
    'Creates a disabled track for each recording in a folder and its subfolders, with title and chapters from its tags. Skips files already used by a track.',
  argument: '<folder>',
  options: {
    category: {
      about: `${AUDIO_CATEGORIES.join(', ')}; default PREGNANCY.`,
      value: '<category>',
    },
    kind: { about: `${AUDIO_KINDS.join(', ')}; default meditation.`, value: '<kind>' },
  },
};

await runCommand(shape, async ({ config, argument, valueFor }) => {
  if (argument === undefined) throw new Error('Name a folder: npm run import -- /srv/recordings');
  const category = pick(AUDIO_CATEGORIES, valueFor('category') ?? 'PREGNANCY');
  const kind = pick(AUDIO_KINDS, valueFor('kind') ?? 'meditation');
  const db = await openAppDatabase(config);
  await migrateToLatest(db);
  const deps = createDeps(config, db, createLogger({ level: 'silent', isTerminal: false }));
  try {
    const { added, present, failed } = await importFolder(deps, resolve(argument), {
      category,
      kind,
      printLine,
    });
    printLine(
      `${added} tracks added, ${present} were there already, ${failed} files could not be used.`,
    );
  } finally {
    await deps.mailer.close();
    await db.close();
  }
});

function pick<T extends string>(known: readonly T[], given: string): T {
  const found = known.find((each) => each.toLowerCase() === given.toLowerCase());
  if (found === undefined)
    throw new Error(`${given} is unknown. Choose one of ${known.join(', ')}.`);
  return found;
}
