import { TABLE_ERROR } from '#contract/constants/error-codes.ts';
import { LIMITS } from '#contract/constants/limits.ts';
import type { ViolatedKey } from '#db/errors.ts';
import type { Actor } from '#server/core/actors/actor.ts';
import { AppError, createHttpError } from '#server/core/errors.ts';

type Extra = { details?: string | null | undefined; hint?: string | null | undefined };

/** Messages quote parts of the request, which may be a megabyte long. */
const MAX_MESSAGE = 2_000;

const fault = (status: number, code: string, message: string, { details, hint }: Extra = {}) =>
  new AppError({
    status,
    code,
    publicMessage: shorten(message),
    details: details ? shorten(details) : null,
    hint: hint ? shorten(hint) : null,
  });

const shorten = (text: string) =>
  text.length > MAX_MESSAGE ? `${text.slice(0, MAX_MESSAGE).toWellFormed()}…` : text;

// --- query syntax ---------------------------------------------------------------------------------

export const createQuerySyntaxError = (message: string, details: string) =>
  fault(400, TABLE_ERROR.querySyntax, message, { details });

export const createBodyError = (message: string) => fault(400, TABLE_ERROR.invalidBody, message);

export const createBodyTooLargeError = () =>
  fault(413, TABLE_ERROR.invalidBody, 'Request body is too large');

const createRangeError = (details: string) =>
  fault(416, TABLE_ERROR.invalidRange, 'Requested range not satisfiable', { details });

export const createNegativeLimitError = () =>
  createRangeError('Limit should be greater than or equal to zero.');

export const createReversedRangeError = () =>
  createRangeError(
    'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
  );

export const createOffsetError = (offset: number, total: number) => {
  const details = `An offset of ${offset} was requested, but there are only ${total} rows.`;
  return new AppError({
    status: 416,
    code: TABLE_ERROR.invalidRange,
    publicMessage: 'Requested range not satisfiable',
    details,
    headers: { 'Content-Range': `*/${total}` },
  });
};

export const createPutFiltersError = () =>
  fault(
    405,
    TABLE_ERROR.invalidFilters,
    "Filters must include all and only primary key columns with 'eq' operators",
  );

export const createPutLimitError = () =>
  fault(400, TABLE_ERROR.putLimit, 'limit/offset querystring parameters are not allowed for PUT');

export const createPutMismatchError = () =>
  fault(400, TABLE_ERROR.putMismatch, 'Payload values do not match URL in primary key column(s)');

export const createSchemaError = (schema: string) =>
  fault(406, TABLE_ERROR.invalidSchema, `Invalid schema: ${schema}`, {
    hint: 'Only the following schemas are exposed: public',
  });

export const createMediaTypeError = (types: readonly string[]) =>
  fault(
    406,
    TABLE_ERROR.notAcceptable,
    `None of these media types are available: ${types.join(', ')}`,
  );

export const createMethodError = (method: string) =>
  fault(405, TABLE_ERROR.methodNotAllowed, `Unsupported HTTP method: ${method}`);

export const createPathError = () =>
  fault(404, TABLE_ERROR.invalidPath, 'Invalid path specified in request URL');

export const createPreferencesError = (unknown: readonly string[]) =>
  fault(400, TABLE_ERROR.invalidPreferences, 'Invalid preferences given with handling=strict', {
    details: `Invalid preferences: ${unknown.join(', ')}`,
  });

export const createTooComplexError = (message: string) =>
  fault(400, TABLE_ERROR.tooComplex, message);

/** The path from the request's table to the repeated one. */
export const createCircularEmbedError = (path: readonly string[]) =>
  fault(400, TABLE_ERROR.tooComplex, 'An embedded resource leads back to a table it comes from', {
    details: path.join(' > '),
    hint: 'Ask for it in a second request.',
  });

export const createNestedRowsError = (rows: number) =>
  fault(
    400,
    TABLE_ERROR.tooComplex,
    `Lists within lists may have ${LIMITS.nestedRows} rows at most`,
    {
      details: `The limits of this request allow ${rows} rows.`,
      hint: 'Give the embedded resources a smaller limit, as in rel.limit=10.',
    },
  );

export const createAnswerTooLargeError = (maxBytes: number) =>
  fault(413, TABLE_ERROR.tooLarge, `An answer may have ${maxBytes} bytes at most`, {
    hint: 'Ask for fewer rows or fewer columns.',
  });

export const createReadTooLongError = () =>
  fault(400, TABLE_ERROR.tooLong, 'canceling statement due to statement timeout', {
    details: `A read may take ${LIMITS.readMs} milliseconds.`,
    hint: 'Ask for fewer rows, or by a column with an index.',
  });

export const createTooManyReadsError = () =>
  new AppError({
    status: 429,
    code: TABLE_ERROR.tooMany,
    publicMessage: 'Too many long reads are waiting. Please try again in a moment.',
    headers: { 'Retry-After': '2' },
  });

export const createTooManyRowsError = () =>
  fault(413, TABLE_ERROR.tooLarge, `One request may write ${LIMITS.writtenRows} rows at most`);

export const createTooManyKeysError = (limit: number) =>
  fault(413, TABLE_ERROR.tooLarge, `A row may have ${limit} members at most`);

export const createNoWhereError = (verb: 'UPDATE' | 'DELETE') =>
  fault(400, TABLE_ERROR.cardinality, `${verb} requires a WHERE clause`);

// --- tables, columns, relations ---------------------------------------------------------------------

export const createUnknownTableError = (table: string) =>
  fault(
    404,
    TABLE_ERROR.unknownTable,
    `Could not find the table 'public.${table}' in the schema cache`,
  );

export const createUnknownFunctionError = (name: string) =>
  fault(
    404,
    TABLE_ERROR.unknownFunction,
    `Could not find the function public.${name} in the schema cache`,
  );

export const createUndefinedColumnError = (table: string, column: string) =>
  fault(400, TABLE_ERROR.undefinedColumn, `column ${table}.${column} does not exist`);

export const createUnknownBodyColumnError = (table: string, column: string) =>
  fault(
    400,
    TABLE_ERROR.unknownColumn,
    `Could not find the '${column}' column of '${table}' in the schema cache`,
  );

export const createNotEmbeddedError = (relation: string) =>
  fault(400, TABLE_ERROR.notEmbedded, `'${relation}' is not an embedded resource in this request`, {
    hint: `Verify that '${relation}' is included in the 'select' query parameter.`,
  });

export const createRelatedOrderError = (table: string, relation: string) =>
  fault(400, TABLE_ERROR.relatedOrderNotToOne, `A related order on '${relation}' is not possible`, {
    details: `'${table}' and '${relation}' do not form a many-to-one or one-to-one relationship`,
  });

export const createEmbedFilterError = (relation: string) =>
  fault(400, TABLE_ERROR.embedFilter, `Bad operator on the '${relation}' embedded resource`, {
    details: 'Only is null or not is null filters are allowed on embedded resources',
  });

export const createNoRelationError = (table: string, relation: string, hint: string | null) =>
  fault(
    400,
    TABLE_ERROR.noRelation,
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
  fault(
    300,
    TABLE_ERROR.ambiguousRelation,
    `Could not embed because more than one relationship was found for '${table}' and '${relation}'`,
    {
      details: choices.join(', '),
      hint: `Try changing '${relation}' to one of the following: ${choices
        .map((choice) => `'${relation}!${choice}'`)
        .join(', ')}. Find the desired relationship in the 'details' key.`,
    },
  );

export const createAggregatesDisabledError = () =>
  fault(400, TABLE_ERROR.aggregatesDisabled, 'Use of aggregate functions is not allowed');

/** PostgreSQL's message names the first column as well. */
export const createCountBesideColumnsError = (table: string) =>
  fault(
    400,
    TABLE_ERROR.countBesideColumns,
    `columns of ${table} must appear in the GROUP BY clause or be used in an aggregate function`,
    { hint: `Ask for the count alone, as in ${table}(count), beside ${table}(*).` },
  );

export const createNameTooLongError = (name: string) =>
  fault(400, TABLE_ERROR.nameTooLong, `identifier "${name.slice(0, 63)}" is too long`);

export const createNoConflictTargetError = () =>
  fault(
    400,
    TABLE_ERROR.noConflictTarget,
    'there is no unique or exclusion constraint matching the ON CONFLICT specification',
  );

// --- values and types -------------------------------------------------------------------------------

export const createInvalidLiteralError = (type: string, literal: string) =>
  fault(400, TABLE_ERROR.invalidText, `invalid input syntax for type ${type}: "${literal}"`);

export const createMalformedArrayError = (literal: string) =>
  fault(400, TABLE_ERROR.invalidText, `malformed array literal: "${literal}"`);

export const createOutOfRangeError = (type: string, literal: string) =>
  fault(400, TABLE_ERROR.outOfRange, `value "${literal}" is out of range for type ${type}`);

export const createInvalidTimestampError = (literal: string) =>
  fault(
    400,
    TABLE_ERROR.invalidTimestamp,
    `invalid input syntax for type timestamp with time zone: "${literal}"`,
  );

export const createTimestampRangeError = (literal: string) =>
  fault(400, TABLE_ERROR.timestampOutOfRange, `date/time field value out of range: "${literal}"`);

export const createNulError = () =>
  fault(400, TABLE_ERROR.untranslatableText, 'unsupported Unicode escape sequence', {
    details: '\\u0000 cannot be converted to text.',
  });

export const createLikeEscapeError = () =>
  fault(400, TABLE_ERROR.invalidEscape, 'LIKE pattern must not end with escape character');

export const createRegexError = (reason: string) =>
  fault(400, TABLE_ERROR.invalidRegex, `invalid regular expression: ${reason}`);

export const createOperatorError = (operation: string) =>
  fault(404, TABLE_ERROR.undefinedOperator, `operator does not exist: ${operation}`, {
    hint: 'No operator matches the given name and argument types. You might need to add explicit type casts.',
  });

export const createNoTextSearchError = () =>
  fault(400, TABLE_ERROR.notSupported, 'text search is not supported by the embedded database', {
    hint: 'Use ilike, or run the server on PostgreSQL.',
  });

export const createOrderingError = (type: string) =>
  fault(
    404,
    TABLE_ERROR.undefinedOperator,
    `could not identify an ordering operator for type ${type}`,
    { hint: 'Use an explicit ordering operator or modify the query.' },
  );

export const createWrongTypeError = (word: string, type: string) =>
  fault(
    400,
    TABLE_ERROR.wrongType,
    `argument of IS ${word} must be type boolean, not type ${type}`,
  );

export const createUndefinedTypeError = (type: string) =>
  fault(400, TABLE_ERROR.undefinedType, `type "${type}" does not exist`);

export const createCannotCastError = (from: string, to: string) =>
  fault(400, TABLE_ERROR.cannotCast, `cannot cast type ${from} to ${to}`);

// --- rows -------------------------------------------------------------------------------------------

/** 401 for anonymous callers, 403 for signed-in ones. */
function forbidden(actor: Actor, message: string): AppError {
  const isAnonymous = actor.role === 'anon';
  return new AppError({
    status: isAnonymous ? 401 : 403,
    code: TABLE_ERROR.forbidden,
    publicMessage: message,
    headers: isAnonymous ? { 'WWW-Authenticate': 'Bearer' } : {},
  });
}

export const createRowPolicyError = (actor: Actor, table: string) =>
  forbidden(actor, `new row violates row-level security policy for table "${table}"`);

export const createColumnPermissionError = (actor: Actor, table: string) =>
  forbidden(actor, `permission denied for table ${table}`);

export const createSingularError = (rows: number) =>
  fault(406, TABLE_ERROR.notSingular, 'Cannot coerce the result to a single JSON object', {
    // Clients up to 2.20 recognise an empty answer of maybeSingle() by this older message.
    details: `The result contains ${rows} rows${rows === 0 ? '. Results contain 0 rows' : ''}`,
  });

export const createMaxAffectedError = (rows: number) =>
  fault(400, TABLE_ERROR.maxAffected, 'Query result exceeds max-affected preference constraint', {
    details: `The query affects ${rows} rows`,
  });

export const createDoubleUpsertError = () =>
  fault(
    400,
    TABLE_ERROR.cardinality,
    'ON CONFLICT DO UPDATE command cannot affect row a second time',
    {
      hint: 'Ensure that no rows proposed for insertion within the same command have duplicate constrained values.',
    },
  );

/** A table's own validation message. */
export const createFaultyRowError = (sentence: string) => fault(400, TABLE_ERROR.check, sentence);

export const createTooLongError = (table: string, column: string, most: number) =>
  fault(
    400,
    TABLE_ERROR.textTooLong,
    `value too long for column "${column}" of relation "${table}": at most ${most} characters`,
  );

export const createQuotaError = (table: string, most: number) =>
  fault(400, TABLE_ERROR.tooLarge, `one person can have at most ${most} rows in table "${table}"`);

export const createTooManyWritesError = (waitMs: number) => {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return createHttpError(
    429,
    `Too many rows were written in one minute. Please try again in ${seconds} seconds.`,
    { 'Retry-After': String(seconds) },
  );
};

export const createNotNullError = (table: string, column: string) =>
  fault(
    400,
    TABLE_ERROR.notNull,
    `null value in column "${column}" of relation "${table}" violates not-null constraint`,
  );

/** `Key (user_id, content_id)=(…, 1)`, PostgreSQL's format. */
function describeKey({ columns, values }: ViolatedKey): string {
  const names = `Key (${columns.join(', ')})`;
  return values === undefined ? names : `${names}=(${values.join(', ')})`;
}

export const createUniqueError = (constraint: string, key: ViolatedKey) =>
  fault(409, TABLE_ERROR.unique, `duplicate key value violates unique constraint "${constraint}"`, {
    details: `${describeKey(key)} already exists.`,
  });

export const createMissingParentError = (
  table: string,
  constraint: string,
  { parent, key }: { parent: string; key: ViolatedKey },
) =>
  fault(
    409,
    TABLE_ERROR.foreignKey,
    `insert or update on table "${table}" violates foreign key constraint "${constraint}"`,
    { details: `${describeKey(key)} is not present in table "${parent}".` },
  );

export const createStillReferencedError = (
  table: string,
  constraint: string,
  { child, key }: { child: string; key: ViolatedKey },
) =>
  fault(
    409,
    TABLE_ERROR.foreignKey,
    `update or delete on table "${table}" violates foreign key constraint "${constraint}" on table "${child}"`,
    { details: `${describeKey(key)} is still referenced from table "${child}".` },
  );

export const createCheckError = (table: string, constraint: string) =>
  fault(
    400,
    TABLE_ERROR.check,
    `new row for relation "${table}" violates check constraint "${constraint}"`,
  );

export const createTooManyImportsError = (most: number) =>
  fault(
    400,
    TABLE_ERROR.check,
    `One request brings at most ${most} files from addresses elsewhere. Send fewer rows at a time.`,
  );

export const createRootError = () =>
  fault(404, TABLE_ERROR.rootDisabled, 'Root endpoint metadata is disabled');
