/** A copy with these properties only. */
export function pick<Row extends object, Name extends keyof Row>(
  row: Row,
  names: readonly Name[],
): Pick<Row, Name> {
  // Safe: there is one entry for each name.
  return Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<Row, Name>;
}
