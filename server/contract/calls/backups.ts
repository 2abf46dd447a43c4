import { z } from 'zod';

const count = z.int().nonnegative();

/** What a check found in a backup: it is whole, of this program, and holds this. */
export const backupContentsSchema = z.object({
  people: count,
  tracks: count,
  /** Ever counted, without names. */
  plays: count,
  /** Of the newest change in it; null in an empty one. */
  latestAt: z.iso.datetime().nullable(),
  /** Made by this server and not changed since, by its seal. */
  isOwn: z.boolean(),
  checkedAt: z.iso.datetime(),
});
export type BackupContents = z.infer<typeof backupContentsSchema>;

export const backupSchema = z.object({
  /** Its file's name, such as `backup-2026-11-21T03-00-00-000Z.sqlite`. */
  name: z.string(),
  bytes: count,
  madeAt: z.iso.datetime(),
  /** Null until somebody had it checked. */
  contents: backupContentsSchema.nullable(),
});
export type Backup = z.infer<typeof backupSchema>;

/** What `GET /admin/v1/backups` answers, newest first. */
export const backupsAnswerSchema = z.object({
  /** `commands` where the database is PostgreSQL, whose own programs copy it. */
  commands: z.object({ backup: z.string(), restore: z.string() }).nullable(),
  backups: z.array(backupSchema),
});
export type BackupsAnswer = z.infer<typeof backupsAnswerSchema>;

/** Body of `POST /admin/v1/backups/:name/restore`: the name once more, so that no slip restores. */
export const restoreSchema = z.object({
  confirm: z.string('Say in confirm which backup it is.'),
  /** Needed for a backup that this server has not made, or that was changed since. */
  trustsOrigin: z.boolean().default(false),
});

/** What a restore answers: where the state before it is kept. */
export const restoredSchema = z.object({ kept: z.string() });

/** What `POST /admin/v1/backups/:name/link` answers: an address that works once, for a minute. */
export const backupLinkSchema = z.object({ path: z.string() });
