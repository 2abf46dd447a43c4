interface LiveRegion {
  /** Announces the newest of several sentences about one subject; an empty one cancels a pending announcement. */
  announce: (sentence: string, about: string) => void;
}

/** Screen reader announcements. `announcer.ts` implements it, loaded with the first user interaction. */
export const liveRegion: LiveRegion = { announce() {} };
