import { HTTP_ERROR } from '#contract/constants/error-codes.ts';
import { AppError, createHttpError } from '#server/core/errors.ts';

const fault = (status: number, code: string, publicMessage: string) =>
  new AppError({ status, code, publicMessage });

export const createBusyError = () =>
  fault(409, HTTP_ERROR.busy, 'Another backup or restore is running. Try again in a moment.');

export const isBusyError = (error: unknown) =>
  error instanceof AppError && error.code === HTTP_ERROR.busy;

export const createCommandsOnlyError = () =>
  fault(
    409,
    HTTP_ERROR.notHere,
    'The database is PostgreSQL: pg_dump makes its backups, and pg_restore restores them.',
  );

export const createNotSetUpError = () =>
  fault(
    409,
    HTTP_ERROR.notHere,
    'Full backups need BACKUP_URL, and a key, which npm run backup -- --whole makes once.',
  );

export const createNoSuchBackupError = () => createHttpError(404, 'There is no such backup.');

export const createInvalidLinkError = () =>
  createHttpError(404, 'This link is wrong or older than a minute. Request a new one.');

export const createConfirmationError = (name: string) =>
  createHttpError(400, `To restore this backup, send its name as "confirm": ${name}.`);

export const createForeignBackupError = () =>
  fault(
    409,
    HTTP_ERROR.foreignBackup,
    'This backup was not made by this server, or was changed since: the change may have planted accounts or passwords. Restore it only if you know where it comes from, and confirm that you trust it.',
  );

/** `why` is a full sentence. */
export const createInvalidBackupError = (why: string) => fault(422, HTTP_ERROR.invalidBackup, why);
