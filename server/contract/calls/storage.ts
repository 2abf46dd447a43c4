import { z } from 'zod';
import { chaptersSchema } from '../rows/audio-content-schema.ts';

/** Admins write to `audio` and `images`; each user writes to the folder of `avatars` named by their id. */
export const BUCKETS = ['audio', 'images', 'avatars'] as const;
export type Bucket = (typeof BUCKETS)[number];

/** Metadata tags of a recording, the defaults of its new track. */
export const fileTagsSchema = z.object({
  title: z.string().nullable(),
  chapters: chaptersSchema.nullable(),
  /** Embedded cover, stored as an image. */
  cover: z.string().nullable(),
});
export type FileTags = z.infer<typeof fileTagsSchema>;

/** An uploaded file; `path` is the immutable address for `audio_url` or `image_url`. */
export const storedObjectSchema = z.object({
  bucket: z.enum(BUCKETS),
  name: z.string(),
  path: z.string(),
  contentType: z.string(),
  bytes: z.number().int().positive(),
  sha256: z.string(),
  /** Audio only. */
  durationSeconds: z.number().positive().nullable(),
  /** Audio with tags only. */
  tags: fileTagsSchema.optional(),
});
export type StoredObject = z.infer<typeof storedObjectSchema>;

/** Answer of `POST /storage/v1/object/{bucket}/{path}`: Supabase's two members and ours. */
export const uploadedObjectSchema = storedObjectSchema.extend({
  /** Object id, kept when it is moved or replaced. */
  Id: z.string(),
  /** `bucket/path` */
  Key: z.string(),
});
export type UploadedObject = z.infer<typeof uploadedObjectSchema>;

/** Answer of `POST /storage/v1/object/sign/…`: a temporary address for an `<audio>` element. */
export const signedAddressSchema = z.object({
  /** Relative to `/storage/v1`, as Supabase's clients expect. */
  signedURL: z.string(),
  path: z.string(),
  expiresAt: z.string(),
});
export type SignedAddress = z.infer<typeof signedAddressSchema>;

const seconds = z
  .number()
  .int()
  .min(1)
  .max(10 * 365 * 24 * 3600);
/** Our own pages send no body. */
export const signRequestSchema = z.object({ expiresIn: seconds.optional() }).loose();
const objectPaths = z.array(z.string()).min(1).max(1000);
export const signManyRequestSchema = z.object({ expiresIn: seconds, paths: objectPaths });
export const removeRequestSchema = z.object({ prefixes: objectPaths });

export const listRequestSchema = z.object({
  prefix: z.string().default(''),
  limit: z.number().int().min(1).max(1000).default(100),
  offset: z.number().int().min(0).default(0),
  search: z.string().nullish(),
  sortBy: z
    .object({
      column: z.enum(['name', 'created_at', 'updated_at', 'last_accessed_at']).default('name'),
      order: z.enum(['asc', 'desc']).default('asc'),
    })
    .default({ column: 'name', order: 'asc' }),
});
export type ListRequest = z.infer<typeof listRequestSchema>;

export const transferRequestSchema = z.object({
  bucketId: z.string(),
  sourceKey: z.string(),
  destinationKey: z.string(),
  destinationBucket: z.string().nullish(),
});
