import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { timeInName } from '#server/core/clock.ts';

/**
 * Writes a mail under a free name that sorts by time, and returns the name. Characters unsuitable for file names become
 * `_`. Mode 0600, because mails contain sign-in links.
 */
export async function writeToOutbox(
  folder: string,
  { at, to, source }: { at: Date; to: string; source: Buffer },
): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const recipient = to.replace(/[^\w.@+-]/g, '_').slice(0, 100);
  for (let ms = at.getTime(); ; ms += 1) {
    const name = `${timeInName(new Date(ms).toISOString())}-${recipient}.eml`;
    try {
      await writeFile(join(folder, name), source, { mode: 0o600, flag: 'wx' });
      return name;
    } catch (error) {
      if (Object(error).code !== 'EEXIST') throw error;
    }
  }
}
