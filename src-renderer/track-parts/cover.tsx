import { useState } from 'react';
import { nightPath } from '#contract/constants/tracks/artwork.ts';
import { useTheme } from '#renderer/lib/theme.ts';

interface CoverProps {
  /** Without a picture, a horizon in the colours of the stage is shown. */
  src: string | null | undefined;
  /** The dark-theme picture of a cover that is not in the library. */
  byNight?: string;
  /** Set it to false for covers in the first screenful. */
  lazy?: boolean;
}

/**
 * A square picture without alt text, because the title is next to it. In the dark theme, covers of the library have a
 * different picture; all others are dimmed.
 */
export function Cover({ src, byNight, lazy = true }: CoverProps) {
  const night = useNight(src, byNight);
  if (!src) {
    return (
      <svg className="cover" viewBox="0 0 60 60" aria-hidden="true">
        <rect width="60" height="60" fill="var(--stage-soft)" />
        <circle cx="30" cy="36" r="11" fill="var(--stage-tint)" />
        <path d="M0 40C14 36 26 42 38 39S54 37 60 38V60H0Z" fill="var(--stage)" />
      </svg>
    );
  }
  return (
    <img
      className={night.src ? 'cover by-night' : 'cover'}
      src={night.src ?? src}
      onError={night.onError}
      alt=""
      width="600"
      height="600"
      loading={lazy ? 'lazy' : 'eager'}
      fetchPriority={lazy ? 'auto' : 'high'}
      // `sync` paints a cover of the first screenful together with its text.
      decoding={lazy ? 'async' : 'sync'}
    />
  );
}

/** The dark-theme picture; undefined in the light theme or if it fails to load. */
function useNight(src: string | null | undefined, byNight: string | undefined) {
  const isNight = useTheme() === 'dark';
  const [missing, setMissing] = useState<string>();
  const path = isNight && src ? (byNight ?? nightPath(src)) : undefined;
  const isAvailable = path !== undefined && path !== missing;
  return {
    src: isAvailable ? path : undefined,
    onError: isAvailable ? () => setMissing(path) : undefined,
  };
}
