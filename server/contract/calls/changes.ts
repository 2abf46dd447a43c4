import { z } from 'zod';

export const CHANGE_TYPES = ['INSERT', 'UPDATE', 'DELETE'] as const;
export type ChangeType = (typeof CHANGE_TYPES)[number];

const rowSchema = z.record(z.string(), z.unknown());

/**
 * `data` of an event on `GET /realtime/v1/changes`; the event's `id` is the change log's id and its name is
 * `type`. `record` is `{}` on a DELETE, `old_record` is `{}` on an INSERT and if the reader could not see the
 * row before. A row that becomes hidden from the reader is sent as a DELETE.
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

/** The log no longer reaches back to the reader's last event: refetch everything. */
export const RESET_EVENT = 'reset';
