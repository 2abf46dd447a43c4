import { z } from 'zod';

const count = z.int().nonnegative();
const at = z.iso.datetime();

/** Of the last try, where it did not come to its end. */
const failed = z.object({ at, why: z.string() }).nullable();

/** Of the one that runs: how many files it has been through. */
const progress = z.object({ done: count, of: count }).nullable();

export const wholeBackupStateSchema = z.object({
  last: z.object({ at, name: z.string(), files: count, bytes: count, added: count }).nullable(),
  failed,
  progress,
});

export const wholeCheckStateSchema = z.object({
  last: z
    .object({
      at,
      /** Which backup was tried out. */
      name: z.string(),
      people: count,
      tracks: count,
      files: count,
      bytes: count,
      problems: count,
      /** The first of them, in words. */
      examples: z.array(z.string()),
    })
    .nullable(),
  failed,
  progress,
});

/** What is known of whole backups and their drills, whichever machine made them. */
export interface WholeStates {
  readonly backup: z.infer<typeof wholeBackupStateSchema>;
  readonly check: z.infer<typeof wholeCheckStateSchema>;
}

/**
 * No backup for too long or none whole; damaged as it is; a check that could not be finished; nobody has tried one out for
 * too long.
 */
export const wholeConcernSchema = z.enum(['not_made', 'damaged', 'check_failed', 'unchecked']);
export type WholeConcern = z.infer<typeof wholeConcernSchema>;

const running = { isRunning: z.boolean() };

/** What `GET /admin/v1/whole-backups` answers, and both that begin something. */
export const wholeBackupsAnswerSchema = z.object({
  /** Where they go, as the operator knows it; null where `BACKUP_URL` is not set. */
  place: z.string().nullable(),
  hasKey: z.boolean(),
  /** 0: never by themselves. */
  everyHours: count,
  keepDays: count,
  /** When the next is due by itself; null for never. A moment gone by: within the hour. */
  nextAt: at.nullable(),
  /** The same of checks. */
  checkEveryDays: count,
  nextCheckAt: at.nullable(),
  concern: wholeConcernSchema.nullable(),
  backup: wholeBackupStateSchema.extend(running),
  check: wholeCheckStateSchema.extend(running),
});
export type WholeBackupsAnswer = z.infer<typeof wholeBackupsAnswerSchema>;
