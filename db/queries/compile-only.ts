import { Kysely, PostgresDialect, SqliteDialect } from 'kysely';
import type { Engine } from '../open.ts';
import { postgresSql } from '../postgres/dialect-sql.ts';
import type { Database } from '../schema/database.ts';
import { sqliteSql } from '../sqlite/dialect-sql.ts';
import type { DialectSql } from './dialect-sql.ts';

/** Compiles statements of an engine without a database. */
export function createCompiler(engine: Engine): { kysely: Kysely<Database>; sql: DialectSql } {
  const connect = (): never => {
    throw new Error('Statements are only compiled here.');
  };
  return engine === 'postgres'
    ? { kysely: new Kysely({ dialect: new PostgresDialect({ pool: connect }) }), sql: postgresSql }
    : { kysely: new Kysely({ dialect: new SqliteDialect({ database: connect }) }), sql: sqliteSql };
}
