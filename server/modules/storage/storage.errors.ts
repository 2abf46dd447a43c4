import { HTTP_ERROR, STORAGE_ERROR } from '#contract/error-codes.ts';
import { AppError } from '#server/core/errors.ts';

const error = (status: number, code: string, publicMessage: string) =>
  new AppError({ status, code, publicMessage });

export const createInvalidPathError = () =>
  error(400, STORAGE_ERROR.invalidPath, 'This is not the address of a stored file.');

export const createObjectNotFoundError = () =>
  error(404, STORAGE_ERROR.objectNotFound, 'There is no such file.');

export const createPreconditionError = () =>
  error(412, HTTP_ERROR.badRequest, 'The file is not the version you named.');

export const createRangeError = (bytes: number) =>
  new AppError({
    status: 416,
    code: STORAGE_ERROR.rangeNotSatisfiable,
    publicMessage: `The file has ${bytes} bytes; the wanted range lies outside.`,
    headers: { 'Content-Range': `bytes */${bytes}` },
  });

export const createMethodError = () =>
  new AppError({
    status: 405,
    code: HTTP_ERROR.methodNotAllowed,
    publicMessage: 'A stored file can be read here, and nothing else.',
    headers: { Allow: 'GET, HEAD' },
  });

export const createAdminOnlyError = (status: 401 | 403) =>
  error(
    status,
    status === 401 ? HTTP_ERROR.unauthorized : HTTP_ERROR.forbidden,
    'Only the admin may change stored files.',
  );

export const createPremiumError = () =>
  error(403, HTTP_ERROR.forbidden, 'This recording is part of premium access.');

export const createSignatureError = () =>
  error(
    403,
    STORAGE_ERROR.signatureInvalid,
    'This address has expired or was changed. Open the track again.',
  );

export const createTooLargeError = (limit: number) =>
  error(
    413,
    HTTP_ERROR.tooLarge,
    `The file is larger than ${Math.floor(limit / 1024 / 1024)} MiB, which is the most this server takes.`,
  );

export const createEmptyFileError = () =>
  error(400, STORAGE_ERROR.emptyFile, 'The file is empty. Choose it again and repeat the upload.');

export const createTypeError = (allowed: string) =>
  error(
    415,
    STORAGE_ERROR.typeNotAllowed,
    `The content of this file is none of: ${allowed}. Its name does not matter; convert the file and try again.`,
  );

export const createDamagedError = (what: string) =>
  error(422, STORAGE_ERROR.damagedFile, `The file is damaged: ${what}. Export it again.`);
