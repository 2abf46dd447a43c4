export interface ConsentText {
  /** Stored with every answer; the month in which the text was new. */
  readonly version: string;
  readonly text: string;
}

/**
 * Consent texts by kind, newest first. Only the newest can be accepted; older ones are kept to show what was
 * accepted. To change a text, add a version and update `docs/privacy.md`.
 */
export const CONSENT_TEXTS = {
  play_log: [
    {
      version: '2026-11c',
      text: 'Save the tracks you play so you can look back on them. We keep this for up to a year, and only you can see it. You can switch this off in your profile at any time.',
    },
    {
      version: '2026-11b',
      text: 'We keep which tracks you play, for a year at most, so that you can look back on them; no one else sees them unless you ask us for a copy, and you can switch this off in your profile at any time.',
    },
    {
      version: '2026-11',
      text: 'We keep which tracks you play, for a year, so that you can look back on them and take a copy with you. No one else sees them, unless you ask us to make that copy. You can switch this off in your profile at any time.',
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
 * Key of the play log consent in the `data` of a sign-up, the auth client's only place for it. The server
 * removes it from the user's metadata.
 */
export const SIGN_UP_ANSWER = 'play_log_consent';

export function currentConsentText(kind: ConsentKind): ConsentText {
  return CONSENT_TEXTS[kind][0];
}

export function findConsentText(kind: ConsentKind, version: string): ConsentText | undefined {
  return CONSENT_TEXTS[kind].find((text) => text.version === version);
}
