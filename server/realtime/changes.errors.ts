import { CHANGES_ERROR } from '#contract/words/error-codes.ts';
import { AppError } from '#server/core/errors.ts';

export const createTableMissingError = () =>
  new AppError({
    status: 400,
    code: CHANGES_ERROR.tableMissing,
    publicMessage: 'Say which tables to follow: ?table=audio_content or ?table=a,b',
  });

/** In the words and with the status a read of the same table gets. */
export const createTableUnknownError = (table: string) =>
  new AppError({
    status: 404,
    code: CHANGES_ERROR.tableUnknown,
    publicMessage: `Could not find the table 'public.${table}' in the schema cache`,
  });

export const createTooManyTablesError = (limit: number) =>
  new AppError({
    status: 400,
    code: CHANGES_ERROR.tooManyTables,
    publicMessage: `One stream follows at most ${limit} tables.`,
  });

export const createTooManyStreamsError = (whose: string) =>
  new AppError({
    status: 429,
    code: CHANGES_ERROR.tooManyStreams,
    publicMessage: `Too many event streams are open from this ${whose}.`,
    headers: { 'Retry-After': '30' },
  });
