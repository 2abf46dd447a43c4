import { Migrator } from 'kysely/migration';
import type { AppDatabase } from '../open.ts';
import { MIGRATIONS } from './registry.ts';

export async function migrateToLatest(db: AppDatabase): Promise<string[]> {
  const migrator = new Migrator({
    db: db.kysely,
    provider: {
      getMigrations: async () =>
        Object.fromEntries(
          Object.entries(MIGRATIONS).map(([name, migration]) => [
            name,
            {
              up: (kysely) => migration.up(kysely, db.dialect),
              down: (kysely) => migration.down(kysely, db.dialect),
            },
          ]),
        ),
    },
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error) throw error;
  return (results ?? []).map(({ migrationName }) => migrationName);
}
