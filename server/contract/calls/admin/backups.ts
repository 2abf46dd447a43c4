import { z } from 'zod';

const count = z.int().nonnegative();

/** Contents of a verified backup. */
export const backupContentsSchema = z.object({
  people: count,
  tracks: count,
  /** Total plays, without names. */
  plays: count,
  /** Newest change in it; null if empty. */
  latestAt: z.iso.datetime().nullable(),
  /** Whether its signature shows that this server made it, unmodified. */
  isOwn: z.boolean(),
  checkedAt: z.iso.datetime(),
});
export type BackupContents = z.infer<typeof backupContentsSchema>;

export const backupSchema = z.object({
  /** File name, e.g. `backup-2026-11-21T03-00-00-000Z.sqlite`. */
  name: z.string(),
  bytes: count,
  madeAt: z.iso.datetime(),
  /** Null until verified. */
  contents: backupContentsSchema.nullable(),
});
export type Backup = z.infer<typeof backupSchema>;

/** Answer of `GET /admin/v1/backups`, newest first. */
export const backupsResponseSchema = z.object({
  /** Shell commands for PostgreSQL, which is backed up with its own programs; else null. */
  commands: z.object({ backup: z.string(), restore: z.string() }).nullable(),
  backups: z.array(backupSchema),
});
export type BackupsResponse = z.infer<typeof backupsResponseSchema>;

/** Body of `POST /admin/v1/backups/:name/restore`: the name repeated as confirmation. */
export const restoreSchema = z.object({
  confirm: z.string('Repeat the name of the backup in `confirm`.'),
  /** Required for a backup made elsewhere or modified since. */
  trustsOrigin: z.boolean().default(false),
});

/** Answer of a restore: where the previous state is kept. */
export const restoredSchema = z.object({ kept: z.string() });

/** Answer of `POST /admin/v1/backups/:name/link`: an address valid for a minute. */
export const backupLinkSchema = z.object({ path: z.string() });
