import { appendFile, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** Who was erased and when; the subject as a keyed hash. */
const lineSchema = z.object({
  kind: z.string(),
  subject_hash: z.string(),
  /** As the database writes it: `2026-01-02T03:04:05.678Z`. */
  erased_at: z.iso.datetime(),
});
export type TombstoneLine = z.infer<typeof lineSchema>;

/**
 * The tombstones once more, outside the database: a dump that is put back by PostgreSQL's own tools, or a
 * copied file, takes the place of the table that says who is gone.
 */
export function tombstoneFile(dataDir: string): string {
  return join(dataDir, 'tombstones.jsonl');
}

export async function readTombstoneFile(dataDir: string): Promise<TombstoneLine[]> {
  const text = await readFile(tombstoneFile(dataDir), 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  });
  return parseTombstoneLines(text.split('\n').map(parseJson));
}

/** What is none is left out. */
export function parseTombstoneLines(lines: readonly unknown[]): TombstoneLine[] {
  return lines.flatMap((line) => {
    const parsed = lineSchema.safeParse(line);
    return parsed.success ? [parsed.data] : [];
  });
}

/** A line cut off by a power failure is none; the table still has it. */
function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** In place of all that was there, whole or not at all. */
export async function rewriteTombstoneFile(
  dataDir: string,
  tombstones: readonly TombstoneLine[],
): Promise<void> {
  const file = tombstoneFile(dataDir);
  const draft = `${file}.${process.pid}.tmp`;
  const text = tombstones.map((tombstone) => `\n${JSON.stringify(tombstone)}`).join('');
  await writeFile(draft, text, { mode: 0o600, flush: true });
  await rename(draft, file);
}

export async function addToTombstoneFile(
  dataDir: string,
  tombstones: readonly TombstoneLine[],
): Promise<void> {
  if (tombstones.length === 0) return;
  // The line break comes first, so that a cut line before it spoils nothing.
  const text = tombstones.map((tombstone) => `\n${JSON.stringify(tombstone)}`).join('');
  await appendFile(tombstoneFile(dataDir), text, { mode: 0o600, flush: true });
}
