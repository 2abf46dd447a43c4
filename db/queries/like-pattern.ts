export const ANY_RUN = Symbol('%');
export const ANY_ONE = Symbol('_');
export type LikeStep = typeof ANY_RUN | typeof ANY_ONE | string;

/** `%`, `_` and single characters; a backslash escapes the next character. */
export function parseLike(pattern: string): LikeStep[] {
  const steps: LikeStep[] = [];
  let isEscaped = false;
  for (const character of pattern) {
    if (isEscaped) {
      steps.push(character);
      isEscaped = false;
    } else if (character === '\\') {
      isEscaped = true;
    } else if (character === '%') {
      if (steps.at(-1) !== ANY_RUN) steps.push(ANY_RUN);
    } else {
      steps.push(character === '_' ? ANY_ONE : character);
    }
  }
  return steps;
}
