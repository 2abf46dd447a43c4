import { z } from 'zod';

const count = z.int().nonnegative();
const at = z.iso.datetime();

/** Last attempt, if it failed. */
const failed = z.object({ at, why: z.string() }).nullable();

/** Files processed by the current run. */
const progress = z.object({ done: count, of: count }).nullable();

export const fullBackupStateSchema = z.object({
  last: z.object({ at, name: z.string(), files: count, bytes: count, added: count }).nullable(),
  failed,
  progress,
});

export const fullBackupCheckStateSchema = z.object({
  last: z
    .object({
      at,
      /** Name of the checked backup. */
      name: z.string(),
      people: count,
      tracks: count,
      files: count,
      bytes: count,
      problems: count,
      /** The first problems, as text. */
      examples: z.array(z.string()),
    })
    .nullable(),
  failed,
  progress,
});

/** State of full backups and their checks, from any machine. */
export interface FullBackupStates {
  readonly backup: z.infer<typeof fullBackupStateSchema>;
  readonly check: z.infer<typeof fullBackupCheckStateSchema>;
}

/**
 * `no_key`, `not_writable`: no backup can be made. `not_made`: the last one failed or is too old. `damaged`: the check
 * found problems. `check_failed`: it did not finish. `unchecked`: no check for too long.
 */
export const fullBackupConcernSchema = z.enum([
  'no_key',
  'not_writable',
  'not_made',
  'damaged',
  'check_failed',
  'unchecked',
]);
export type FullBackupConcern = z.infer<typeof fullBackupConcernSchema>;

const running = { isRunning: z.boolean() };

/** Answer of `GET /admin/v1/whole-backups` and of the calls that start a backup or check. */
export const fullBackupsResponseSchema = z.object({
  /** Destination without credentials; null if `BACKUP_URL` is not set. */
  place: z.string().nullable(),
  hasKey: z.boolean(),
  /** 0: no automatic backups. */
  everyHours: count,
  keepDays: count,
  /** Next automatic backup; null for never. A past moment means within the hour. */
  nextAt: at.nullable(),
  checkEveryDays: count,
  nextCheckAt: at.nullable(),
  concern: fullBackupConcernSchema.nullable(),
  backup: fullBackupStateSchema.extend(running),
  check: fullBackupCheckStateSchema.extend(running),
});
export type FullBackupsResponse = z.infer<typeof fullBackupsResponseSchema>;
