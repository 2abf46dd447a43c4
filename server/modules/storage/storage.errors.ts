import { HTTP_ERROR, STORAGE_ERROR } from '#contract/words/error-codes.ts';
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

export const createDiskFullError = (missing?: number) =>
  error(
    507,
    STORAGE_ERROR.diskFull,
    missing === undefined
      ? 'The disk of the server is full. Nothing of this file was kept; make room and send it again.'
      : `The disk of the server has too little room for this file: ${megabytes(missing)} are missing. Make room and send it again.`,
  );

/** Nothing was lost by it: what was told to be stored is, and what was not can be sent again. */
export const createStoreAwayError = (cause: unknown) =>
  new AppError({
    status: 503,
    code: STORAGE_ERROR.storeAway,
    publicMessage: 'The store of the recordings cannot be reached at the moment. Please try again.',
    headers: { 'Retry-After': '5' },
    cause,
  });

/** Says so when the disk had no room for it; leaves every other failure as it is. */
export function explainDiskError(cause: unknown): unknown {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG' ? createDiskFullError() : cause;
}

/** Rounded up, so that whoever makes that much room has enough. */
const megabytes = (bytes: number) => `${Math.ceil(bytes / 1e6)} MB`;

export const createTypeError = (allowed: string) =>
  error(
    415,
    STORAGE_ERROR.typeNotAllowed,
    `The content of this file is none of: ${allowed}. Its name does not matter; convert the file and try again.`,
  );

export const createDamagedError = (what: string) =>
  error(422, STORAGE_ERROR.damagedFile, `The file is damaged: ${what}. Export it again.`);

export const createUploadGoneError = (status: 404 | 410) =>
  error(
    status,
    STORAGE_ERROR.uploadGone,
    status === 410
      ? 'This upload was left for too long and is gone. Send the file again from its beginning.'
      : 'There is no such upload, or it has ended. Send the file again from its beginning.',
  );

export const createUploadBusyError = () =>
  error(
    423,
    STORAGE_ERROR.uploadBusy,
    'Another request is adding to this upload. Ask for its offset in a moment and go on from there.',
  );

/** The header tells a client where to go on, which the protocol leaves to a second question. */
export const createOffsetError = (offset: number) =>
  new AppError({
    status: 409,
    code: STORAGE_ERROR.wrongOffset,
    publicMessage: `The upload stands at byte ${offset}. Go on from there.`,
    headers: { 'Upload-Offset': String(offset) },
  });

export const createSurplusError = (length: number) =>
  error(413, HTTP_ERROR.tooLarge, `The upload has ${length} bytes, and this would be more.`);

export const createChecksumError = () =>
  error(
    460,
    STORAGE_ERROR.wrongChecksum,
    'These bytes were changed on their way. Send them again.',
  );

export const createBadHeaderError = (header: string, why: string) =>
  error(400, HTTP_ERROR.badRequest, `The header ${header} is not right: ${why}.`);

export const createBodyTypeError = (type: string) =>
  error(415, HTTP_ERROR.badRequest, `The parts of an upload are sent as ${type}.`);

export const createVersionError = (version: string) =>
  error(
    412,
    STORAGE_ERROR.unsupportedVersion,
    `This server speaks tus ${version}; say so with the header Tus-Resumable.`,
  );
