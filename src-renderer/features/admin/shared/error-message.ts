import type { z } from 'zod';

/** The message of a rule whose schema states none. */
export function defaultErrorMessage(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'too_small':
      if (issue.origin !== 'string') return `Please choose ${issue.minimum} or more.`;
      return issue.minimum === 1
        ? 'Please fill this in.'
        : `Please write at least ${issue.minimum} characters.`;
    case 'too_big':
      return issue.origin === 'string'
        ? `Please write at most ${issue.maximum} characters.`
        : `Please choose ${issue.maximum} or less.`;
    case 'invalid_type':
      if (issue.expected === 'number') return 'Please write a number.';
      return issue.expected === 'int' ? 'Please write a whole number.' : 'Please fill this in.';
    case 'invalid_format':
      return FORMAT_MESSAGES[issue.format] ?? 'Please write this in full.';
    default:
      return undefined;
  }
}

const FORMAT_MESSAGES: Readonly<Record<string, string>> = {
  date: 'Please choose a day.',
  url: 'Please write the whole address, beginning with https://.',
};
