import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import type { EngineMigration } from '#db/migrations/engine-migration.ts';
import { createMigrator } from '#db/migrations/migrate.ts';
import { MIGRATIONS } from '#db/migrations/registry.ts';
import { openDatabase } from '#db/open.ts';
import { IN_MEMORY } from '#db/sqlite/handle.ts';
import { dumpSchema } from '../support/databases/dump-schema.ts';

const FOLDER = resolve(import.meta.dirname, '../../db/migrations');
/** Migrations in released versions; written by `npm run release`, never by hand. */
export const RELEASED_FILE = join(FOLDER, 'released.json');

/** In the order they run. */
export type MigrationList = readonly (readonly [name: string, sum: string])[];

export function readReleased(): MigrationList {
  const text = readFileSync(RELEASED_FILE, 'utf8');
  return Object.entries(z.record(z.string(), z.string()).parse(JSON.parse(text)));
}

export const renderReleased = (list: MigrationList): string =>
  `${JSON.stringify(Object.fromEntries(list), null, 2)}\n`;

/**
 * Each migration with a hash of its code and of the resulting schema on the embedded engine; the schema detects changed
 * helpers. Comments and layout do not count.
 */
export async function listMigrations(
  migrations: Record<string, EngineMigration> = MIGRATIONS,
  readSource = readMigration,
): Promise<MigrationList> {
  const db = await openDatabase({ file: IN_MEMORY });
  const migrator = createMigrator(db, migrations);
  const list: [string, string][] = [];
  for (const name of Object.keys(migrations)) {
    const { error } = await migrator.migrateUp();
    if (error !== undefined) throw error;
    const sum = createHash('sha256').update(codeOf(readSource(name)));
    list.push([name, sum.update(await dumpSchema(db)).digest('hex')]);
  }
  await db.close();
  return list;
}

function readMigration(name: string): string {
  const [path] = globSync(`*/${name}.ts`, { cwd: FOLDER });
  return readFileSync(join(FOLDER, path ?? name), 'utf8');
}

const COMMENT = /^\s*(?:\/\/|\/?\*).*$/gm;
const codeOf = (source: string) => source.replace(COMMENT, '').replace(/\s+/g, '');

/**
 * Describes changes that a database with the released migrations could not apply, with advice. A missing, inserted
 * or changed migration alters the schema for all later ones, so only the first changed one is reported.
 */
export function findHistoryFaults(released: MigrationList, present: MigrationList): string[] {
  const sums = new Map(present);
  const known = new Set(released.map(([name]) => name));
  const last = released.at(-1)?.[0];
  const gone = released.filter(([name]) => !sums.has(name));
  const lastAt = present.findLastIndex(([name]) => known.has(name));
  const inserted = present.slice(0, Math.max(lastAt, 0)).filter(([name]) => !known.has(name));
  const faults = [
    ...gone.map(
      ([name]) =>
        `${name} was released and is missing: databases that have applied it will not start. Restore it unchanged.`,
    ),
    ...inserted.map(
      ([name]) =>
        `${name} is before ${last}, which was released: databases that have applied that one cannot insert it. Give it the next free number, at the end.`,
    ),
  ];
  const changed = released.find(([name, sum]) => sums.get(name) !== sum)?.[0];
  if (faults.length > 0 || changed === undefined) return faults;
  return [
    `${changed} was released and has changed (or a helper that it uses has): databases that have applied it will not get the change. Restore it, and make the change in a new migration after ${last}.`,
  ];
}
