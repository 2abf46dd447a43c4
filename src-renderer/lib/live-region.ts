interface LiveRegion {
  /** A newer sentence about the same subject replaces a pending one; an empty sentence only cancels it. */
  announce: (sentence: string, about: string) => void;
}

/** Screen reader announcements. `announcer.ts` implements it, loaded with the first user interaction. */
export const liveRegion: LiveRegion = { announce() {} };
