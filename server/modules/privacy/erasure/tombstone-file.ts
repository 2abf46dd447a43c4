import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** One erasure: time, and the subject as a keyed hash. */
const lineSchema = z.object({
  kind: z.string(),
  subject_hash: z.string(),
  /** Database format: `2026-01-02T03:04:05.678Z`. */
  erased_at: z.iso.datetime(),
});
export type TombstoneLine = z.infer<typeof lineSchema>;

/**
 * A second copy of the tombstones outside the database, because a restored dump or a copied file replaces the
 * table of erased users.
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

/** Skips invalid lines. */
export function parseTombstoneLines(lines: readonly unknown[]): TombstoneLine[] {
  return lines.flatMap((line) => {
    const parsed = lineSchema.safeParse(line);
    return parsed.success ? [parsed.data] : [];
  });
}

/** A line truncated by a power failure is skipped; the table still has it. */
function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

export async function addToTombstoneFile(
  dataDir: string,
  tombstones: readonly TombstoneLine[],
): Promise<void> {
  if (tombstones.length === 0) return;
  // Starts with a line break, so that a truncated previous line does not affect it.
  const text = tombstones.map((tombstone) => `\n${JSON.stringify(tombstone)}`).join('');
  await appendFile(tombstoneFile(dataDir), text, { mode: 0o600, flush: true });
}
