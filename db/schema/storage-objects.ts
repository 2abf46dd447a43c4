import type { Bucket } from '#contract/calls/storage.ts';
import type { JsonObject } from '#contract/rows/define-table.ts';
import type { GeneratedTimestamp, OptionalJsonColumn } from './column-types.ts';

/** Maps an object's path in the Storage API to its stored file. */
export interface StorageObjectsTable {
  id: string;
  bucket: Bucket;
  /** As uploaded, in any writing system. */
  path: string;
  /** Name of the content-addressed file in the bucket. */
  name: string;
  /** The user whose folder it is in; null for the admin's. */
  owner: string | null;
  content_type: string;
  bytes: number;
  cache_control: string | null;
  metadata: OptionalJsonColumn<JsonObject>;
  created_at: GeneratedTimestamp;
  updated_at: GeneratedTimestamp;
}
