import type { Kysely } from 'kysely';

export type MigrationEngine = 'sqlite' | 'postgres';

/** A migration for both engines; imports nothing outside this folder, so that it never changes. */
export interface EngineMigration {
  up(db: Kysely<any>, engine: MigrationEngine): Promise<void>;
  /** Restores the previous schema exactly. */
  down(db: Kysely<any>, engine: MigrationEngine): Promise<void>;
}
