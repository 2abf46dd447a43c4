const APART_MS = 60 * 60 * 1000;

/**
 * When she last came in before this visit, of the times she did, newest first. The area locks with every reload and after
 * some minutes, so one visit is several of them: what lies less than an hour apart is one.
 */
export function lastVisitOf(entered: readonly string[]): string | null {
  const before = entered.findIndex((at, index) => {
    const after = entered[index - 1];
    return after !== undefined && Date.parse(after) - Date.parse(at) > APART_MS;
  });
  return entered[before] ?? null;
}
