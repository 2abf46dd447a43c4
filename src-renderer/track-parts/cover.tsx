import { useState } from 'react';
import { nightPath } from '#contract/words/artwork.ts';
import { useTheme } from '#renderer/lib/theme.ts';

interface CoverProps {
  /** Null for a track without a picture: it shows a quiet horizon in the colours of its stage. */
  src: string | null | undefined;
  /** The same picture by night, where it is none of the library's. */
  byNight?: string;
  /** Below the first screenful? Then it is fetched when it comes near. */
  lazy?: boolean;
  className?: string;
}

/**
 * A square picture that says nothing its title does not say, so it has no text of its own. By night it is
 * lit anew; a cover that has no such picture is dimmed.
 */
export function Cover({ src, byNight, lazy = true, className = '' }: CoverProps) {
  const night = useNight(src, byNight);
  const classes = `cover ${className}`.trimEnd();
  if (!src) {
    return (
      <svg className={classes} viewBox="0 0 60 60" aria-hidden="true">
        <rect width="60" height="60" fill="var(--stage-soft)" />
        <circle cx="30" cy="36" r="11" fill="var(--stage-tint)" />
        <path d="M0 40C14 36 26 42 38 39S54 37 60 38V60H0Z" fill="var(--stage)" />
      </svg>
    );
  }
  return (
    <img
      className={night.src ? `${classes} by-night` : classes}
      src={night.src ?? src}
      onError={night.onError}
      alt=""
      width="600"
      height="600"
      loading={lazy ? 'lazy' : 'eager'}
      fetchPriority={lazy ? 'auto' : 'high'}
      // A cover of the first screenful is painted with its words.
      decoding={lazy ? 'async' : 'sync'}
    />
  );
}

/** Its picture of the night, while it is night and until that turns out to be missing. */
function useNight(src: string | null | undefined, byNight: string | undefined) {
  const isNight = useTheme() === 'dark';
  const [missing, setMissing] = useState<string>();
  const path = isNight && src ? (byNight ?? nightPath(src)) : undefined;
  const isThere = path !== undefined && path !== missing;
  return {
    src: isThere ? path : undefined,
    onError: isThere ? () => setMissing(path) : undefined,
  };
}
