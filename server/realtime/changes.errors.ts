import { CHANGES_ERROR } from '#contract/constants/error-codes.ts';
import { AppError } from '#server/core/errors.ts';

export const createTableMissingError = () =>
  new AppError({
    status: 400,
    code: CHANGES_ERROR.tableMissing,
    publicMessage: 'Name the tables to follow: ?table=audio_content or ?table=a,b',
  });

/** Same message and status as a read of the table. */
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

/** The last file descriptors are reserved for short requests. */
export const createNoDescriptorsError = () =>
  new AppError({
    status: 503,
    code: CHANGES_ERROR.tooManyStreams,
    publicMessage: 'The server has reached its limit of open connections. Please try again later.',
    headers: { 'Retry-After': '30', Connection: 'close' },
  });

export const createTooManyStreamsError = (whose: string) =>
  new AppError({
    status: 429,
    code: CHANGES_ERROR.tooManyStreams,
    publicMessage: `Too many event streams are open from this ${whose}.`,
    headers: { 'Retry-After': '30' },
  });

/** Why a channel or socket was refused. */
export const createJoinError = (publicMessage: string) =>
  new AppError({ status: 400, code: CHANGES_ERROR.joinRefused, publicMessage });
