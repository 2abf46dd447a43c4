import { mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import type { AppDatabase } from './open.ts';
import { stageBackup, withDatabase } from './restore.ts';

export interface InspectedBackup {
  readonly people: number;
  readonly tracks: number;
  readonly plays: number;
  /** Time of its newest change, or null when nothing was ever changed. */
  readonly latestAt: string | null;
}

/**
 * Does with a copy what a restore would do, up to the point where it would replace anything, and counts
 * what is in it. Throws what `stageBackup` throws.
 */
export async function inspectBackup(backup: string): Promise<InspectedBackup> {
  const folder = mkdtempSync(join(dirname(backup), '.checking-'));
  try {
    const copy = join(folder, 'copy.sqlite');
    await stageBackup(backup, copy);
    return await withDatabase(copy, countContents);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function countContents({ kysely }: AppDatabase): Promise<InspectedBackup> {
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
