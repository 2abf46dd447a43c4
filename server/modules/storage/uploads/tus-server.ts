import type { IncomingMessage, ServerResponse } from 'node:http';
import { ERRORS, Metadata, Server, type ServerOptions, type Upload } from '@tus/server';
import { HTTP_ERROR } from '#contract/constants/error-codes.ts';
import { LIMITS } from '#contract/constants/limits.ts';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { AppError } from '#server/core/errors.ts';
import { createStoreDownError } from '#server/core/files/s3-bucket.ts';
import { toStorageBody } from '#server/http/error-handler.ts';
import { EXPOSED_HEADERS } from '#server/http/security-headers.ts';
import { ensureAccepted, ensureMayWrite } from '../objects.usecases.ts';
import {
  createBadHeaderError,
  createDiskFullError,
  createInvalidPathError,
  createNotSupportedError,
  createSizeExceededError,
  createTooLargeError,
  createUploadBusyError,
  createUploadGoneError,
  explainDiskError,
} from '../storage.errors.ts';
import { createFinishUpload } from './finish-upload.usecases.ts';
import type { StorageDeps } from './upload.usecases.ts';
import { createUploadLocker } from './upload-locker.ts';
import { parseUploadMetadata, UPLOAD_ID } from './upload-metadata.ts';

export type TusServer = ReturnType<typeof createTusServer>;

/** Runs @tus/server on the resumable uploads of the store. */
export function createTusServer(deps: StorageDeps) {
  const { resumable } = deps.store;
  const finish = createFinishUpload(deps);
  let opened: Server | undefined;

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const datastore = await resumable.datastore();
    opened ??= new JsonServer({ ...options, datastore });
    await opened.handle(req, res);
  }

  async function findUpload(key: string): Promise<Upload | undefined> {
    const datastore = await resumable.datastore();
    try {
      return await datastore.getUpload(key);
    } catch (error) {
      const { status_code: status } = { ...Object(error) };
      if (status !== 404 && status !== 410) throw createStoreDownError(error);
      // The datastore reports an upload as absent even if the store is unreachable. In that case this read throws.
      await resumable.readResult(key);
      return undefined;
    }
  }

  /** Also checks the free space, because the datastore does not always report why a write failed. */
  async function isDiskFull(error: unknown, request: { destroyed: boolean } | undefined) {
    if (explainDiskError(error) !== error) return true;
    const isWriteError = Object(error).body === ERRORS.FILE_WRITE_ERROR.body;
    return isWriteError && !request?.destroyed && (await resumable.missingBytes(1)) > 0;
  }

  const options = {
    path: API_PATHS.resumableUpload,
    maxSize: LIMITS.resumableBytes,
    relativeLocation: true,
    // CORS is already handled by `allowCrossOrigin`.
    allowedOrigins: [],
    exposedHeaders: [EXPOSED_HEADERS],
    locker: createUploadLocker(deps.db),
    namingFunction: () => resumable.keyOf(crypto.randomUUID().replaceAll('-', '')),
    generateUrl: (_req, { id }) => `${API_PATHS.resumableUpload}/${id.split('/').at(-1)}`,
    getFileIdFromRequest: (_req, id) =>
      id && UPLOAD_ID.test(id) ? resumable.keyOf(id) : undefined,
    async onUploadCreate(req, upload) {
      const target = parseUploadMetadata(upload.metadata);
      const { size } = upload;
      if (!target) throw createInvalidPathError();
      if (size === undefined || size === 0) {
        throw createBadHeaderError('Upload-Length', 'an empty file cannot be stored');
      }
      const request = req.runtime?.node?.req;
      const actor = request && (await deps.resolveActor(request));
      const isUpsert = req.headers.get('x-upsert') === 'true';
      const owner = ensureMayWrite(actor, target);
      await ensureAccepted(deps, { ...target, isUpsert }, size);
      const missing = await resumable.missingBytes(size);
      if (missing > 0) throw createDiskFullError(missing);
      return { metadata: { ...upload.metadata, owner, upsert: String(isUpsert) } };
    },
    async onIncomingRequest(req, key) {
      // Completes an upload whose server died while storing it.
      if (req.method !== 'HEAD') return;
      const upload = await findUpload(key);
      if (upload && upload.size === upload.offset) await finish(upload);
    },
    async onUploadFinish(_req, upload) {
      await finish(upload);
      return {};
    },
    async onResponseError(req, error) {
      const status = 'status_code' in error ? error.status_code : undefined;
      if (await isDiskFull(error, req.runtime?.node?.req)) return responseOf(createDiskFullError());
      const appError = toAppError(error, status);
      if (appError.status >= 500) deps.logger.error({ err: error }, 'resumable upload failed');
      return responseOf(appError);
    },
  } satisfies Omit<ServerOptions, 'datastore'>;

  return { handle, finish, findUpload, readTarget };
}

/** Sends errors as JSON, including those of invalid headers, which do not pass through `onResponseError`. */
class JsonServer extends Server {
  override write(...[context, headers, status, text]: Parameters<Server['write']>) {
    if (status < 400) return super.write(context, headers, status, text);
    headers.set('Content-Type', 'application/json; charset=utf-8');
    const body = text?.startsWith('{') ? text : bodyOf(toBadRequest(status, text));
    return super.write(context, headers, status, body);
  }
}

/** The upload's target in the `Upload-Metadata` header. */
function readTarget(header: string | undefined) {
  try {
    return parseUploadMetadata(Metadata.parse(header));
  } catch {
    return undefined;
  }
}

const bodyOf = (error: AppError) => JSON.stringify(toStorageBody(error));
const responseOf = (error: AppError) => ({ status_code: error.status, body: bodyOf(error) });

/** An error for which @tus/server has only a text. */
const toBadRequest = (status: number, text = 'Bad request.') =>
  new AppError({ status, code: HTTP_ERROR.badRequest, publicMessage: text.trim() });

/** Converts an error of @tus/server or a datastore. */
function toAppError(error: unknown, status: number | undefined): AppError {
  if (error instanceof AppError) return error;
  if (status === 404 || status === 410) return createUploadGoneError(status);
  if (Object(error).body === ERRORS.ERR_LOCK_TIMEOUT.body) return createUploadBusyError();
  if (Object(error).body === ERRORS.ERR_SIZE_EXCEEDED.body) return createSizeExceededError();
  if (status === 413) return createTooLargeError(LIMITS.resumableBytes);
  if (status === 501) return createNotSupportedError('This extension of tus');
  if (status !== undefined && status < 500) return toBadRequest(status, Object(error).body);
  return createStoreDownError(error);
}
