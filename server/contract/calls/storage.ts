import { z } from 'zod';

export const BUCKETS = ['audio', 'images'] as const;
export type Bucket = (typeof BUCKETS)[number];

/** What `POST /storage/v1/object/{bucket}/{name}` answers; `path` goes into `audio_url` or `image_url`. */
export const storedObjectSchema = z.object({
  bucket: z.enum(BUCKETS),
  name: z.string(),
  path: z.string(),
  contentType: z.string(),
  bytes: z.number().int().positive(),
  /** Of the content; also the middle of the name. */
  sha256: z.string(),
  /** Only for sound. */
  durationSeconds: z.number().positive().nullable(),
});
export type StoredObject = z.infer<typeof storedObjectSchema>;

/** What `POST /storage/v1/object/sign/…` answers: an address for an `<audio>` element, for a while. */
export const signedAddressSchema = z.object({ path: z.string(), expiresAt: z.string() });
export type SignedAddress = z.infer<typeof signedAddressSchema>;
