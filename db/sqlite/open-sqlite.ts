import { Kysely } from 'kysely';
import { ChangeFeed } from '../change-feed.ts';
import { sqliteSql } from '../dialect-sql.sqlite.ts';
import type { AppDatabase } from '../open.ts';
import type { Database } from '../schema/database.ts';
import { SqliteEngineDialect } from './dialect.ts';
import { SqliteEngine } from './engine.ts';
import { copyDatabase, IN_MEMORY } from './handle.ts';

/** Writes of other processes are found by asking; two microseconds a time. */
const POLL_MS = 200;

export function openSqlite(file: string): AppDatabase {
  const feed = new ChangeFeed({
    start: () => {
      const timer = setInterval(() => feed.report(engine.latestChangeId()), POLL_MS);
      timer.unref();
      return () => clearInterval(timer);
    },
  });
  let isReportPlanned = false;
  const engine = new SqliteEngine(file, function planReport() {
    if (isReportPlanned || !feed.hasListeners) return;
    isReportPlanned = true;
    // Not from within the commit: a listener's trouble is not the writer's, and one report serves many commits.
    setImmediate(() => {
      isReportPlanned = false;
      if (feed.hasListeners) feed.report(engine.latestChangeId());
    });
  });
  const kysely = new Kysely<Database>({ dialect: new SqliteEngineDialect(engine) });
  let closing: Promise<void> | undefined;

  return {
    kysely,
    dialect: 'sqlite',
    location: file,
    sql: sqliteSql,
    transaction: (work) => kysely.transaction().execute(work),
    latestChangeId: async () => engine.latestChangeId(),
    latestChangeIdSync: () => engine.latestChangeId(),
    onChange: (listener) => feed.subscribe(listener, engine.latestChangeId()),
    async copyTo(target) {
      if (file === IN_MEMORY) throw new Error('A database in memory has no file to copy.');
      await copyDatabase(file, target);
    },
    close() {
      feed.stop();
      closing ??= kysely.destroy().then(() => {
        // Kysely closes only what it has opened: without a query so far it would leave the file open.
        engine.close();
      });
      return closing;
    },
  };
}
