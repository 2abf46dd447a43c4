import { STORAGE_ERROR } from '#contract/constants/error-codes.ts';
import { AppError, createHttpError } from '#server/core/errors.ts';

const error = (status: number, code: string, publicMessage: string) =>
  new AppError({ status, code, publicMessage });

export const createInvalidPathError = () =>
  error(400, STORAGE_ERROR.invalidPath, 'This is not a valid path of a stored file.');

export const createObjectNotFoundError = () =>
  error(404, STORAGE_ERROR.objectNotFound, 'There is no such file.');

export const createPreconditionError = () =>
  createHttpError(412, 'The file is not the requested version.');

export const createRangeError = (bytes: number) =>
  new AppError({
    status: 416,
    code: STORAGE_ERROR.rangeNotSatisfiable,
    publicMessage: `The file has ${bytes} bytes; the requested range is outside.`,
    headers: { 'Content-Range': `bytes */${bytes}` },
  });

export const createMethodError = () =>
  createHttpError(405, 'Stored files can only be read at this address.', { Allow: 'GET, HEAD' });

export const createAdminOnlyError = (status: 401 | 403) =>
  createHttpError(status, 'Only the admin may change stored files.');

export const createPremiumError = () =>
  createHttpError(403, 'This recording is part of premium access.');

export const createSignatureError = () =>
  error(
    403,
    STORAGE_ERROR.signatureInvalid,
    'This address has expired or was changed. Open the track again.',
  );

export const createTooLargeError = (limit: number) =>
  createHttpError(
    413,
    `The file is larger than ${Math.floor(limit / 1024 / 1024)} MiB, the limit of this server.`,
  );

export const createEmptyFileError = () =>
  error(400, STORAGE_ERROR.emptyFile, 'The file is empty. Choose it again and repeat the upload.');

export const createDiskFullError = (missing?: number) =>
  error(
    507,
    STORAGE_ERROR.diskFull,
    missing === undefined
      ? 'The disk of the server is full. Make room and try again.'
      : `The disk of the server has too little room for this file: ${megabytes(missing)} are missing. Make room and try again.`,
  );

/** Converts a disk-full error; returns others unchanged. */
export function explainDiskError(cause: unknown): unknown {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG' ? createDiskFullError() : cause;
}

/** Rounded up, so that freeing this much suffices. */
const megabytes = (bytes: number) => `${Math.ceil(bytes / 1e6)} MB`;

export const createTypeError = (allowed: string) =>
  error(
    415,
    STORAGE_ERROR.typeNotAllowed,
    `The content of this file is none of: ${allowed}. Its name does not matter; convert the file and try again.`,
  );

export const createDamagedError = (what: string) =>
  error(422, STORAGE_ERROR.damagedFile, `The file is damaged: ${what}. Export it again.`);

/** Audio of a known format that no decoder here understands. */
export const createUndecodableError = () =>
  error(
    422,
    STORAGE_ERROR.damagedFile,
    'The sound in this file cannot be decoded. Export it again as MP3, M4A, WAV or FLAC.',
  );

/** An intact file that this server does not accept. */
export const createUnsuitableError = (why: string) => error(422, STORAGE_ERROR.unsuitableFile, why);

export const createTooManyPartsError = () =>
  createUnsuitableError('The file consists of too many parts. Export it again.');

export const createUploadGoneError = (status: 404 | 410) =>
  error(
    status,
    STORAGE_ERROR.uploadGone,
    status === 410
      ? 'This upload was left for too long and has expired. Start it again.'
      : 'There is no such upload, or it has ended. Start it again.',
  );

export const createUploadBusyError = () =>
  error(
    423,
    STORAGE_ERROR.uploadBusy,
    'Another request is sending to this upload. Read its offset in a moment and continue from there.',
  );

export const createSizeExceededError = () =>
  createHttpError(413, 'These are more bytes than the announced length of the upload.');

export const createVersionError = (version: string) =>
  error(
    412,
    STORAGE_ERROR.unsupportedVersion,
    `This server supports tus ${version}. Send it in the header Tus-Resumable.`,
  );

export const createBadHeaderError = (header: string, why: string) =>
  createHttpError(400, `The header ${header} is invalid: ${why}.`);

export const createBodyError = (why: string) =>
  createHttpError(400, `The request cannot be read: ${why}.`);

export const createBucketNotFoundError = () =>
  error(
    404,
    STORAGE_ERROR.bucketNotFound,
    'Bucket not found. The buckets are audio, images and avatars.',
  );

export const createDuplicateError = () =>
  error(409, STORAGE_ERROR.duplicate, 'The resource already exists.');

export const createTooManyObjectsError = (most: number) =>
  error(
    400,
    STORAGE_ERROR.tooManyObjects,
    `A user can keep ${most} pictures here. Remove one of them first.`,
  );

/** A remote file that could not be fetched. */
export const createFetchError = (why: string, status: 400 | 413 = 400) =>
  error(
    status,
    STORAGE_ERROR.importFailed,
    `The file at this address could not be fetched: ${why}.`,
  );

export const createNotSupportedError = (what: string) =>
  error(400, STORAGE_ERROR.notSupported, `${what} is not supported by this server.`);
