const VISIT_GAP_MS = 60 * 60 * 1000;

/**
 * The admin's previous visit, from sign-in times, newest first. The area locks on reload and after some
 * minutes, so sign-ins less than an hour apart count as one visit.
 */
export function lastVisitOf(entered: readonly string[]): string | null {
  const before = entered.findIndex((at, index) => {
    const after = entered[index - 1];
    return after !== undefined && Date.parse(after) - Date.parse(at) > VISIT_GAP_MS;
  });
  return entered[before] ?? null;
}
