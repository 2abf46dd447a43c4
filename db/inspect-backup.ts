import { mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { isNewer } from './migrations/migrate.ts';
import type { AppDatabase } from './open.ts';
import { stageBackup, withDatabase } from './restore.ts';
import { copyDatabase } from './sqlite/handle.ts';

export interface InspectedBackup {
  readonly people: number;
  readonly tracks: number;
  readonly plays: number;
  /** Time of its newest change, or null when nothing was ever changed. */
  readonly latestAt: string | null;
}

/** Whether a newer program made it. Asked of a copy, because opening a file may write to it, and that would break its seal. */
export async function isNewerBackup(backup: string): Promise<boolean> {
  return onCopy(backup, async (copy) => {
    await copyDatabase(backup, copy);
    return withDatabase(copy, isNewer);
  });
}

/**
 * Does with a copy what a restore would do, up to the point where it would replace anything, and counts
 * what is in it. Throws what `stageBackup` throws.
 */
export async function inspectBackup(backup: string): Promise<InspectedBackup> {
  return onCopy(backup, async (copy) => {
    await stageBackup(backup, copy);
    return withDatabase(copy, countContents);
  });
}

async function onCopy<T>(backup: string, work: (copy: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(dirname(backup), '.checking-'));
  try {
    return await work(join(folder, 'copy.sqlite'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function countContents({ kysely }: AppDatabase): Promise<InspectedBackup> {
  const { rows } = await sql<InspectedBackup>`select
    (select count(*) from users) as people,
    (select count(*) from audio_content) as tracks,
    (select coalesce(sum(plays), 0) from play_days) as plays,
    (select max(at) from (
      select max(committed_at) as at from change_log
      union all select max(updated_at) from audio_content
      union all select max(created_at) from users
    )) as "latestAt"`.execute(kysely);
  const [found] = rows;
  if (found === undefined) throw new Error('The backup could not be counted.');
  return found;
}
