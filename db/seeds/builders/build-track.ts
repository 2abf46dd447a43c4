import type { Insertable } from 'kysely';
import type { AudioContentTable } from '#db/schema/audio-content.ts';

/** A track as the admin would leave it; name only what the reader should notice. */
export function buildTrack(
  overrides: Partial<Insertable<AudioContentTable>> = {},
): Insertable<AudioContentTable> {
  return {
    title: 'Still Waters',
    description: 'A quiet reading for the end of the day.',
    category: 'PREGNANCY',
    duration: 600,
    audio_url: '/storage/v1/object/public/audio/still-waters-00000000.mp3',
    enabled: true,
    image_url: null,
    kind: 'meditation',
    is_premium: false,
    featured: false,
    position: 0,
    transcript: null,
    transcript_timings: null,
    chapters: null,
    loudness_lufs: null,
    ground: null,
    focus: null,
    credits: null,
    publish_at: null,
    unpublish_at: null,
    ...overrides,
  };
}
