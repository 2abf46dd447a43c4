import { z } from 'zod';
import { storedObjectSchema } from './storage.ts';

/** The protocol is tus 1.0 (https://tus.io), which Supabase's storage speaks at the same address. */
export const TUS_VERSION = '1.0.0';
export const TUS_BODY_TYPE = 'application/offset+octet-stream';

/** An upload nobody has added to for this long is thrown away. */
export const RESUMABLE_LIFE_MS = 24 * 60 * 60 * 1000;

/**
 * What `GET /storage/v1/upload/resumable/{id}` answers beyond tus: where the finished file is. A name
 * holds the content, so it cannot be known before the last byte.
 */
export const resumableUploadSchema = z.object({
  /** Bytes in all, and how many of them have arrived. */
  length: z.number().int().positive(),
  offset: z.number().int().nonnegative(),
  expiresAt: z.string(),
  /** Null until all bytes have arrived and were found sound. */
  stored: storedObjectSchema.nullable(),
});
export type ResumableUpload = z.infer<typeof resumableUploadSchema>;
