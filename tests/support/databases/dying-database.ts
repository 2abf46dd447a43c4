import { type Kysely, type KyselyPlugin, sql } from 'kysely';
import { expect } from 'vitest';
import { TABLE_NAMES } from '#db/codecs.ts';
import type { AppDatabase } from '#db/open.ts';
import type { Database } from '#db/schema/database.ts';

interface Dying {
  readonly db: AppDatabase;
  hasDied(): boolean;
}

/** Wraps the database: fails inside a transaction after this many statements. */
function createDying(db: AppDatabase, statements: number): Dying {
  let remaining = statements;
  let isDead = false;
  const failing: KyselyPlugin = {
    transformQuery({ node }) {
      remaining -= 1;
      isDead ||= remaining < 0;
      if (isDead) throw new Error('The process died here.');
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const transaction = <T>(work: (trx: Kysely<Database>) => Promise<T>) =>
    db.transaction((trx) => work(trx.withPlugin(failing)));
  return { db: { ...db, transaction }, hasDied: () => isDead };
}

/** All tables except `rate_limits`, which also counts attempts whose transaction fails. */
const CHECKED_TABLES = TABLE_NAMES.filter((name) => name !== 'rate_limits');

async function readEverything({ kysely }: AppDatabase): Promise<Record<string, string[]>> {
  const tables = CHECKED_TABLES.map(async (name) => {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(kysely);
    return [name, rows.map((row) => JSON.stringify(row)).sort()];
  });
  return Object.fromEntries(await Promise.all(tables));
}

/**
 * Runs the action repeatedly. The first run fails before its first statement in a transaction, the second run before
 * the second statement, and so on. After each failure no row may have changed. The last run completes. Returns the
 * number of statements.
 */
export async function dieAtEveryStatement(
  db: AppDatabase,
  act: (db: AppDatabase) => Promise<unknown>,
): Promise<number> {
  const before = await readEverything(db);
  for (let statements = 0; ; statements += 1) {
    const dying = createDying(db, statements);
    const died = await act(dying.db).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (!dying.hasDied()) {
      if (died !== undefined) throw died;
      return statements;
    }
    expect(await readEverything(db), `after ${statements} statements`).toEqual(before);
  }
}
