import type { Notification } from '#contract/rows/notifications.ts';

/** A notification with the number of users who have seen it. */
export type SentNotification = Notification & {
  readonly notification_reads: readonly { readonly count: number }[];
};

/** The columns of a `SentNotification`. */
export const SENT_COLUMNS = '*,notification_reads(count)';

/** Whether the notification is not published yet. */
export const isScheduled = ({ announced_at, publish_at, created_at }: Notification): boolean =>
  announced_at === null && publish_at > created_at;
