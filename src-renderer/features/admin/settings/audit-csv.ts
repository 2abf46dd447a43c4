import { toCsvLine } from '#contract/constants/csv.ts';
import type { AuditEntry } from '#contract/rows/audit-log.ts';
import { actionName, actorName, changedFields, entryName } from './audit-messages.ts';

export const AUDIT_HEADER = toCsvLine([
  'When (UTC)',
  'Who',
  'What',
  'Which',
  'Number',
  'Before',
  'After',
]);

/** An entry with the labels of the screen, and the time in a format that spreadsheets can sort. */
export function toAuditLine(entry: AuditEntry): string {
  const fields = changedFields(entry);
  const sideOf = (side: 'before' | 'after') =>
    fields
      .filter((field) => field[side] !== '')
      .map((field) => `${field.field}: ${field[side]}`)
      .join('\n');
  return toCsvLine([
    new Date(entry.created_at).toISOString().slice(0, 19).replace('T', ' '),
    actorName(entry.actor),
    actionName(entry),
    entryName(entry) ?? '',
    entry.row_id,
    sideOf('before'),
    sideOf('after'),
  ]);
}
