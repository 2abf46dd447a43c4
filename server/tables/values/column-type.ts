/** The types a column can have, by the names PostgreSQL uses in its messages. */
export type ColumnType =
  | 'integer'
  | 'double precision'
  | 'text'
  | 'boolean'
  | 'uuid'
  | 'timestamp with time zone'
  | 'json';
