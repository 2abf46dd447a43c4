import { TABLE_ERROR } from '#contract/constants/error-codes.ts';
import { LIMITS } from '#contract/constants/limits.ts';
import type { ViolatedKey } from '#db/errors.ts';
import type { Actor } from '#server/core/actors/actor.ts';
import { AppError, type AppErrorInit } from '#server/core/errors.ts';

/** HTTP status of an error code, if it is not 400. */
const STATUSES: Partial<Record<keyof typeof TABLE_ERROR, number>> = {
  ambiguousRelation: 300,
  invalidPath: 404,
  rootDisabled: 404,
  undefinedOperator: 404,
  unknownFunction: 404,
  unknownTable: 404,
  invalidFilters: 405,
  methodNotAllowed: 405,
  invalidSchema: 406,
  notAcceptable: 406,
  notSingular: 406,
  foreignKey: 409,
  unique: 409,
  tooLarge: 413,
  invalidRange: 416,
  tooMany: 429,
};

/** Messages quote parts of the request, which may be a megabyte long. */
const MAX_MESSAGE = 2_000;

/** An error of the table engine, with the message of PostgREST or PostgreSQL where they have one. */
export function tableError(
  name: keyof typeof TABLE_ERROR,
  message: string,
  {
    details,
    hint,
    ...extra
  }: Partial<Pick<AppErrorInit, 'status' | 'details' | 'hint' | 'headers'>> = {},
): AppError {
  return new AppError({
    status: STATUSES[name] ?? 400,
    code: TABLE_ERROR[name],
    publicMessage: shorten(message),
    details: details ? shorten(details) : null,
    hint: hint ? shorten(hint) : null,
    ...extra,
  });
}

const shorten = (text: string) =>
  text.length > MAX_MESSAGE ? `${text.slice(0, MAX_MESSAGE).toWellFormed()}…` : text;

export const createBodyError = (message: string) => tableError('invalidBody', message);

export const createBodyTooLargeError = () =>
  tableError('invalidBody', 'Request body is too large', { status: 413 });

export const createRangeError = (details: string, headers = {}) =>
  tableError('invalidRange', 'Requested range not satisfiable', { details, headers });

export const createPutFiltersError = () =>
  tableError(
    'invalidFilters',
    "Filters must include all and only primary key columns with 'eq' operators",
  );

export const createPutMismatchError = () =>
  tableError('putMismatch', 'Payload values do not match URL in primary key column(s)');

export const createMethodError = (method: string) =>
  tableError('methodNotAllowed', `Unsupported HTTP method: ${method}`);

export const createPathError = () =>
  tableError('invalidPath', 'Invalid path specified in request URL');

export const createRootError = () =>
  tableError('rootDisabled', 'Root endpoint metadata is disabled');

export const createPreferencesError = (unknown: readonly string[]) =>
  tableError('invalidPreferences', 'Invalid preferences given with handling=strict', {
    details: `Invalid preferences: ${unknown.join(', ')}`,
  });

export const createTooComplexError = (message: string) => tableError('tooComplex', message);

export const createResponseTooLargeError = (maxBytes: number) =>
  tableError('tooLarge', `An answer may have ${maxBytes} bytes at most`, {
    hint: 'Ask for fewer rows or fewer columns.',
  });

export const createTooManyRowsError = () =>
  tableError('tooLarge', `One request may write ${LIMITS.writtenRows} rows at most`);

export const createUnknownBodyColumnError = (table: string, column: string) =>
  tableError(
    'unknownColumn',
    `Could not find the '${column}' column of '${table}' in the schema cache`,
  );

export const createNotEmbeddedError = (relation: string) =>
  tableError('notEmbedded', `'${relation}' is not an embedded resource in this request`, {
    hint: `Verify that '${relation}' is included in the 'select' query parameter.`,
  });

export const createNoRelationError = (table: string, relation: string, hint: string | null) =>
  tableError(
    'noRelation',
    `Could not find a relationship between '${table}' and '${relation}' in the schema cache`,
    {
      details: `Searched for a foreign key relationship between '${table}' and '${relation}'${
        hint === null ? '' : ` using the hint '${hint}'`
      } in the schema 'public', but no matches were found.`,
    },
  );

export const createAmbiguousRelationError = (
  table: string,
  relation: string,
  choices: readonly string[],
) =>
  tableError(
    'ambiguousRelation',
    `Could not embed because more than one relationship was found for '${table}' and '${relation}'`,
    {
      details: choices.join(', '),
      hint: `Try changing '${relation}' to one of the following: ${choices
        .map((choice) => `'${relation}!${choice}'`)
        .join(', ')}. Find the desired relationship in the 'details' key.`,
    },
  );

export const createInvalidLiteralError = (type: string, literal: string) =>
  tableError('invalidText', `invalid input syntax for type ${type}: "${literal}"`);

export const createMalformedArrayError = (literal: string) =>
  tableError('invalidText', `malformed array literal: "${literal}"`);

export const createOutOfRangeError = (type: string, literal: string) =>
  tableError('outOfRange', `value "${literal}" is out of range for type ${type}`);

export const createTimestampRangeError = (literal: string) =>
  tableError('timestampOutOfRange', `date/time field value out of range: "${literal}"`);

export const createNulError = () =>
  tableError('untranslatableText', 'unsupported Unicode escape sequence', {
    details: '\\u0000 cannot be converted to text.',
  });

export const createOperatorError = (operation: string) =>
  tableError('undefinedOperator', `operator does not exist: ${operation}`, {
    hint: 'No operator matches the given name and argument types. You might need to add explicit type casts.',
  });

/** 401 for anonymous callers, 403 for signed-in ones. */
export function createForbiddenError(actor: Actor, message: string): AppError {
  const isAnonymous = actor.role === 'anon';
  return tableError('forbidden', message, {
    status: isAnonymous ? 401 : 403,
    headers: isAnonymous ? { 'WWW-Authenticate': 'Bearer' } : {},
  });
}

export const createRowPolicyError = (actor: Actor, table: string) =>
  createForbiddenError(actor, `new row violates row-level security policy for table "${table}"`);

export const createSingularError = (rows: number) =>
  tableError('notSingular', 'Cannot coerce the result to a single JSON object', {
    // Clients up to 2.20 recognise an empty answer of maybeSingle() by this older message.
    details: `The result contains ${rows} rows${rows === 0 ? '. Results contain 0 rows' : ''}`,
  });

export const createNotNullError = (table: string, column: string) =>
  tableError(
    'notNull',
    `null value in column "${column}" of relation "${table}" violates not-null constraint`,
  );

/** `Key (user_id, content_id)=(…, 1)`, PostgreSQL's format. */
export function describeKey({ columns, values }: ViolatedKey): string {
  const names = `Key (${columns.join(', ')})`;
  return values === undefined ? names : `${names}=(${values.join(', ')})`;
}

export const createMissingParentError = (
  table: string,
  constraint: string,
  { parent, key }: { parent: string; key: ViolatedKey },
) =>
  tableError(
    'foreignKey',
    `insert or update on table "${table}" violates foreign key constraint "${constraint}"`,
    { details: `${describeKey(key)} is not present in table "${parent}".` },
  );
