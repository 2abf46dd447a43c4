import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { ignoreMissing } from '#server/core/files/folders.ts';
import { parseJsonAs } from '#server/core/parse-json.ts';

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
  const text = await readFile(tombstoneFile(dataDir), 'utf8').catch(ignoreMissing);
  // A line truncated by a power failure is skipped; the table still has it.
  return (text ?? '').split('\n').flatMap((line) => parseJsonAs(lineSchema, line) ?? []);
}

/** Skips invalid lines. */
export function parseTombstoneLines(lines: readonly unknown[]): TombstoneLine[] {
  return lines.flatMap((line) => lineSchema.safeParse(line).data ?? []);
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
