/** Reasons offered by the form, in order. Imports nothing: a page shows them before it needs a schema. */
export const DELETION_REASONS = [
  'not-using',
  'too-expensive',
  'technical-issues',
  'privacy-concerns',
  'found-alternative',
  'other',
] as const;
export type DeletionReason = (typeof DELETION_REASONS)[number];

/** Labels on the form and beside the request. */
export const REASON_TEXTS: Record<DeletionReason, string> = {
  'not-using': 'I no longer use it',
  'too-expensive': 'It is too expensive',
  'technical-issues': 'It did not work well',
  'privacy-concerns': 'I am concerned about my privacy',
  'found-alternative': 'I found something else',
  other: 'Another reason',
};
