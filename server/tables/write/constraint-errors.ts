import { LIMITS } from '#contract/constants/limits.ts';
import { readConstraintViolation, readStatementFault, type ViolatedKey } from '#db/errors.ts';
import { ReadLimitError } from '#db/queries/read-limit.ts';
import { AppError } from '#server/core/errors.ts';
import type { TableDefinition } from '../registry.ts';
import {
  createMissingParentError,
  createNotNullError,
  createResponseTooLargeError,
  describeKey,
  tableError,
} from '../tables.errors.ts';

function errorOfLimit({ limit }: ReadLimitError): AppError {
  switch (limit) {
    case 'size':
      return createResponseTooLargeError(LIMITS.answerBytes);
    case 'queue_full':
      return tableError(
        'tooMany',
        'Too many long reads are waiting. Please try again in a moment.',
        { headers: { 'Retry-After': '2' } },
      );
    // A client that disconnected reads no answer.
    case 'time':
    case 'disconnected':
      return tableError('tooLong', 'canceling statement due to statement timeout', {
        details: `A read may take ${LIMITS.readMs} milliseconds.`,
        hint: 'Ask for fewer rows, or by a column with an index.',
      });
  }
}

type SentRows = readonly Readonly<Record<string, unknown>>[];

/** Translates database errors into the contract's errors; returns others unchanged. */
export function translateDatabaseError(
  error: unknown,
  name: string,
  write?: { table: TableDefinition; rows: SentRows },
): unknown {
  if (error instanceof AppError) return error;
  if (error instanceof ReadLimitError) return errorOfLimit(error);
  const violation = readConstraintViolation(error);
  if (violation === undefined) {
    const fault = readStatementFault(error);
    if (fault === undefined) return error;
    return new AppError({
      status: fault.code === '42883' ? 404 : 400,
      code: fault.code,
      publicMessage: fault.message,
      cause: error,
    });
  }
  const { key = { columns: [] } } = violation;
  switch (violation.kind) {
    case 'not_null':
      return createNotNullError(violation.table, violation.column ?? '');
    case 'unique':
      return tableError(
        'unique',
        `duplicate key value violates unique constraint "${violation.constraint}"`,
        { details: `${describeKey(withValues(key, write?.rows ?? []))} already exists.` },
      );
    case 'check':
      return tableError(
        'check',
        `new row for relation "${name}" violates check constraint "${violation.constraint}"`,
      );
    case 'foreign_key': {
      const { constraint } = violation;
      // SQLite does not name the foreign key. It can only be the user's: other parents are checked before, and deletes
      // cascade.
      const broken = write?.table.foreignKeys.find((it) =>
        constraint === '' ? it.parent === 'users' : it.constraint === constraint,
      );
      const column = broken?.column ?? 'user_id';
      return createMissingParentError(name, broken?.constraint ?? constraint, {
        parent: broken?.parent ?? 'users',
        key: violation.key ?? withValues({ columns: [column] }, write?.rows ?? []),
      });
    }
  }
}

/** SQLite does not report values; takes them from the row if only one was sent. */
function withValues(key: ViolatedKey, [row, ...others]: SentRows): ViolatedKey {
  if (key.values !== undefined || row === undefined || others.length > 0) return key;
  if (!key.columns.every((column) => Object.hasOwn(row, column))) return key;
  return { ...key, values: key.columns.map((column) => String(row[column])) };
}
