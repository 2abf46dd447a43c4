import { z } from 'zod';

export const CHANGE_TYPES = ['INSERT', 'UPDATE', 'DELETE'] as const;
export type ChangeType = (typeof CHANGE_TYPES)[number];

const rowSchema = z.record(z.string(), z.unknown());

/**
 * `data` of an event on `GET /realtime/v1/changes`; the event's `id` is the change log's id and its
 * name is `type`. `record` is `{}` on a DELETE, `old_record` on an INSERT and wherever the reader
 * could not see the row before. A row that leaves what the reader may see is a DELETE to her.
 */
export const changeEventSchema = z.object({
  schema: z.literal('public'),
  table: z.string(),
  type: z.enum(CHANGE_TYPES),
  record: rowSchema,
  old_record: rowSchema,
  commit_timestamp: z.string(),
});
export type ChangeEvent = z.infer<typeof changeEventSchema>;

/** The log no longer reaches back to the reader's last event: what it shows must be fetched again. */
export const RESET_EVENT = 'reset';
