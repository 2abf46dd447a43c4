/** PostgreSQL's `jsonb @> jsonb` for two parsed values. */
export function jsonContains(container: unknown, contained: unknown): boolean {
  // As in PostgreSQL, an array also contains each of its primitive elements.
  if (Array.isArray(container) && !isStructure(contained)) return container.includes(contained);
  return containsNested(container, contained);
}

function containsNested(container: unknown, contained: unknown): boolean {
  if (!isStructure(contained)) return container === contained;
  if (!isStructure(container) || Array.isArray(container) !== Array.isArray(contained))
    return false;
  if (Array.isArray(container)) {
    return Object.values(contained).every((wanted) =>
      isStructure(wanted)
        ? container.some((element) => containsNested(element, wanted))
        : container.includes(wanted),
    );
  }
  const members = new Map(Object.entries(container));
  return Object.entries(contained).every(
    ([key, wanted]) => members.has(key) && containsNested(members.get(key), wanted),
  );
}

const isStructure = (value: unknown): value is object =>
  typeof value === 'object' && value !== null;
