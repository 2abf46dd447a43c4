import type { Kysely } from 'kysely';

export type MigrationEngine = 'sqlite' | 'postgres';

/** A migration for both engines; it depends on nothing outside this folder, so that it never changes. */
export interface EngineMigration {
  up(db: Kysely<any>, engine: MigrationEngine): Promise<void>;
  /** Puts the schema back exactly as it was. */
  down(db: Kysely<any>, engine: MigrationEngine): Promise<void>;
}
