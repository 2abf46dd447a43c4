/** A copy with these properties only. */
export function pick<Row extends object, Name extends keyof Row>(
  row: Row,
  names: readonly Name[],
): Pick<Row, Name> {
  // The entries are those of the names.
  return Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<Row, Name>;
}
