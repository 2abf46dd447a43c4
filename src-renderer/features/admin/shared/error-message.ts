/** The fields of a zod issue that determine the message. */
interface Issue {
  readonly code: string;
  readonly origin?: unknown;
  readonly minimum?: unknown;
  readonly maximum?: unknown;
  readonly expected?: unknown;
  readonly format?: unknown;
}

export function defaultErrorMessage({ code, origin, minimum, maximum, expected, format }: Issue) {
  const isText = origin === 'string';
  switch (code) {
    case 'too_small':
      if (!isText) return `Please choose ${minimum} or more.`;
      return minimum === 1
        ? 'Please fill this in.'
        : `Please write at least ${minimum} characters.`;
    case 'too_big':
      return isText
        ? `Please write at most ${maximum} characters.`
        : `Please choose ${maximum} or less.`;
    case 'invalid_type':
      if (expected === 'number') return 'Please write a number.';
      return expected === 'int' ? 'Please write a whole number.' : 'Please fill this in.';
    case 'invalid_format':
      return (typeof format === 'string' && MESSAGES[format]) || 'Please write this in full.';
    default:
      return undefined;
  }
}

const MESSAGES: Readonly<Record<string, string>> = {
  email: 'Please write the whole address, such as name@example.org.',
  date: 'Please choose a day.',
  url: 'Please write the whole address, beginning with https://.',
};
