import type { Insertable } from 'kysely';
import type { Database } from '#db/schema/database.ts';

/** A track as the admin would save it; set only the fields a test is about. */
export function buildTrack(
  overrides: Partial<Insertable<Database['audio_content']>> = {},
): Insertable<Database['audio_content']> {
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
