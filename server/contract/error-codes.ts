/** Clients branch on these, never on a message; a code is never renamed. */
export const HTTP_ERROR = {
  badRequest: 'bad_request',
  unauthorized: 'unauthorized',
  forbidden: 'forbidden',
  notFound: 'not_found',
  methodNotAllowed: 'method_not_allowed',
  tooLarge: 'request_entity_too_large',
  tooManyRequests: 'over_request_rate_limit',
  crossSite: 'cross_site_request',
  starting: 'starting',
  unexpected: 'unexpected_failure',
} as const;

export const CHANGES_ERROR = {
  tableMissing: 'table_missing',
  tableUnknown: 'PGRST205',
  tooManyTables: 'too_many_tables',
  tooManyStreams: 'too_many_streams',
} as const;

export const STORAGE_ERROR = {
  invalidPath: 'invalid_path',
  objectNotFound: 'object_not_found',
  rangeNotSatisfiable: 'range_not_satisfiable',
  unknownBucket: 'unknown_bucket',
  typeNotAllowed: 'type_not_allowed',
  damagedFile: 'damaged_file',
  emptyFile: 'empty_file',
  signatureInvalid: 'signature_invalid',
} as const;
