import { z } from 'zod';
import { storedObjectSchema } from './storage.ts';

/** The protocol is tus 1.0 (https://tus.io), at the address that Supabase's storage uses. */
export const TUS_VERSION = '1.0.0';
export const TUS_EXTENSIONS = 'creation,creation-with-upload,termination,expiration';
export const TUS_BODY_TYPE = 'application/offset+octet-stream';

/** How long an upload can be resumed after it began. */
export const RESUMABLE_LIFE_MS = 3 * 24 * 60 * 60 * 1000;

/**
 * Answer of `GET /storage/v1/upload/resumable/{id}` beyond tus: the address of the finished file. Names contain
 * the content's hash, so it is unknown until the last byte.
 */
export const resumableUploadSchema = z.object({
  /** Total bytes and bytes received. */
  length: z.number().int().positive(),
  offset: z.number().int().nonnegative(),
  /** Null until complete; a rejected file answers an error and is deleted. */
  stored: storedObjectSchema.nullable(),
});
export type ResumableUpload = z.infer<typeof resumableUploadSchema>;
