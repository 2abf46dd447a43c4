import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import type { AppDatabase } from './open.ts';
import { stageBackup, withDatabase } from './restore.ts';

export interface InspectedBackup {
  readonly people: number;
  readonly tracks: number;
  readonly plays: number;
  /** Time of the newest change, or null without changes. */
  readonly latestAt: string | null;
}

/**
 * Runs a restore on a copy, up to the point of replacing data, and counts its rows. Throws what `stageBackup` throws.
 */
export async function inspectBackup(backup: string): Promise<InspectedBackup> {
  const folder = makeFolder(backup);
  try {
    const copy = join(folder, 'copy.sqlite');
    await stageBackup(backup, copy);
    return await withDatabase(copy, countContents);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Next to the backup, or in the temporary folder when that is not writable. */
function makeFolder(backup: string): string {
  try {
    return mkdtempSync(join(dirname(backup), '.checking-'));
  } catch {
    return mkdtempSync(join(tmpdir(), 'cradlesong-checking-'));
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
  if (found === undefined) throw new Error('Counting the rows of the backup returned nothing.');
  return found;
}
