/**
 * Reasons offered by the form, in order, and their labels. Imports nothing: a page shows them before it needs a schema.
 */
export const REASON_TEXTS = {
  'not-using': 'I no longer use it',
  'too-expensive': 'It is too expensive',
  'technical-issues': 'It did not work well',
  'privacy-concerns': 'I am concerned about my privacy',
  'found-alternative': 'I found something else',
  other: 'Another reason',
} as const;
export type DeletionReason = keyof typeof REASON_TEXTS;
export const DELETION_REASONS = Object.keys(REASON_TEXTS) as [DeletionReason, ...DeletionReason[]];
