import { useState } from 'react';
import { nightPath } from '#contract/constants/tracks/artwork.ts';
import { useTheme } from '#renderer/lib/theme.ts';

interface CoverProps {
  /** Null for a track without a picture: shows a horizon in the colours of its stage. */
  src: string | null | undefined;
  /** The dark-theme picture, for covers outside of the library. */
  byNight?: string;
  /** Loads lazily; for covers below the first screenful. */
  lazy?: boolean;
  className?: string;
}

/**
 * A square picture without alt text, because the title next to it says the same. The dark theme has its own picture; a
 * cover without one is dimmed.
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
      // A cover of the first screenful is painted with its text.
      decoding={lazy ? 'async' : 'sync'}
    />
  );
}

/** The dark-theme picture, in the dark theme and unless it fails to load. */
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
