/** The words somebody agreed to, as they stood beside the button or the switch. */
export interface ConsentText {
  /** Kept with every answer; the month in which the words were new. */
  readonly version: string;
  readonly text: string;
}

/**
 * Everything a person is asked for, by kind. The newest words stand first and are the only ones that can
 * still be agreed to; older ones stay below them, so that what was agreed to can be shown. Change the
 * words by adding a version, and `docs/privacy.md` with them.
 */
export const CONSENT_TEXTS = {
  play_log: [
    {
      version: '2026-11b',
      text: 'We keep which tracks you play, for a year at most, so that you can look back on them; nobody else sees them unless you ask us for a copy, and you can switch this off in your profile at any time.',
    },
    {
      version: '2026-11',
      text: 'We keep which tracks you play, for a year, so that you can look back on them and take a copy with you. Nobody else sees them, unless you ask us to make that copy. You can switch this off in your profile at any time.',
    },
  ],
  newsletter: [
    {
      version: '2026-11',
      text: 'A psalm in our own words, word of a new recording, and nothing else. You can leave with one click.',
    },
  ],
} as const satisfies Record<string, readonly [ConsentText, ...ConsentText[]]>;

export type ConsentKind = keyof typeof CONSENT_TEXTS;

/**
 * Where a sign-up carries her answer about the play log: in the `data` of the auth client, which has no
 * other place for it. The server takes it out; it is not kept among what she says of herself.
 */
export const SIGN_UP_ANSWER = 'play_log_consent';

/** What is asked today. */
export function currentConsentText(kind: ConsentKind): ConsentText {
  return CONSENT_TEXTS[kind][0];
}

/** The words of an earlier answer; undefined when no version of ours had this name. */
export function findConsentText(kind: ConsentKind, version: string): ConsentText | undefined {
  return CONSENT_TEXTS[kind].find((text) => text.version === version);
}
