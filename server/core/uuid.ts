const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Asked before a value meets a uuid column: PostgreSQL refuses the whole query otherwise. */
export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value);
}
