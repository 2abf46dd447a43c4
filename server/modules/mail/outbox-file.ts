import { link, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Writes a mail atomically, under a free name, which it returns. Never overwrites another mail. */
export async function writeToOutbox(
  folder: string,
  mail: { at: Date; to: string; source: Buffer },
): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = join(folder, `.${crypto.randomUUID()}.tmp`);
  try {
    // Mode 0600, because mails contain sign-in links.
    const file = await open(draft, 'wx', 0o600);
    await file.writeFile(mail.source);
    await file.close();
    return await linkUnderFreeName(folder, draft, mail);
  } finally {
    await rm(draft, { force: true });
  }
}

async function linkUnderFreeName(
  folder: string,
  draft: string,
  mail: { at: Date; to: string },
): Promise<string> {
  for (let ms = mail.at.getTime(); ; ms += 1) {
    try {
      const name = outboxFileName(new Date(ms), mail.to);
      await link(draft, join(folder, name));
      return name;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
}

/** Sorts by time; characters unsuitable for file names become `_`. */
function outboxFileName(at: Date, to: string): string {
  return `${timeInName(at)}-${to.replace(/[^\w.@+-]/g, '_').slice(0, 100)}.eml`;
}

/** `2026-01-02T03-04-05-678Z` */
export function timeInName(at: Date): string {
  return at.toISOString().replace(/[:.]/g, '-');
}
