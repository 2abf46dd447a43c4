/** So many letters may be wrong, missing, too many or swapped, and it is still meant. */
const MOST_EDITS = 2;
/** Of a short name, most others are within two letters. */
const SHORTEST = 6;

/** Which of these names were probably meant to be one of the known: each with the one it is nearest to. */
export function findNearNames(
  given: readonly string[],
  known: readonly string[],
): { given: string; meant: string }[] {
  return given.flatMap((name) => {
    if (name.length < SHORTEST || known.includes(name)) return [];
    const [nearest] = known
      .filter((other) => Math.abs(other.length - name.length) <= MOST_EDITS)
      .map((other) => ({ given: name, meant: other, edits: countEdits(name, other) }))
      .filter(({ edits, meant }) => edits <= MOST_EDITS && meant.length >= SHORTEST)
      .sort((a, b) => a.edits - b.edits);
    return nearest ? [{ given: name, meant: nearest.meant }] : [];
  });
}

/** Optimal string alignment distance: insertions, deletions, substitutions, neighbours swapped. */
function countEdits(from: string, to: string): number {
  let before: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[column - 2] ?? Number.POSITIVE_INFINITY) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = last;
    last = current;
  }
  return last[to.length] ?? 0;
}
