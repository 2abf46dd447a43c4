import { LIMITS } from '#contract/words/limits.ts';
import { readConstraintViolation, readStatementFault } from '#db/errors.ts';
import { ReadLimitError } from '#db/read-limit.ts';
import { AppError } from '#server/core/errors.ts';
import type { TableDefinition } from '../table-definition.ts';
import {
  createAnswerTooLargeError,
  createCheckError,
  createMissingParentError,
  createNotNullError,
  createReadTooLongError,
  createStillReferencedError,
  createTooManyReadsError,
  createUniqueError,
} from '../tables.errors.ts';

function errorOfLimit({ limit }: ReadLimitError): AppError {
  switch (limit) {
    case 'size':
      return createAnswerTooLargeError(LIMITS.answerBytes);
    case 'crowd':
      return createTooManyReadsError();
    // Nobody reads what is said to somebody who has left.
    case 'time':
    case 'left':
      return createReadTooLongError();
  }
}

/** What the database refused, in the words of the contract; anything else stays what it was. */
export function translateDatabaseError(
  error: unknown,
  name: string,
  table?: TableDefinition,
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
  switch (violation.kind) {
    case 'not_null':
      return createNotNullError(violation.table, violation.column ?? '');
    case 'unique':
      return createUniqueError(violation.constraint);
    case 'check':
      return createCheckError(name, violation.constraint);
    case 'foreign_key': {
      if (violation.table !== name) {
        return createStillReferencedError(name, violation.constraint, violation.table);
      }
      const key = table?.foreignKeys.find((it) => it.constraint === violation.constraint);
      return createMissingParentError(name, violation.constraint, key?.references.table ?? 'users');
    }
  }
}
