import type { Insertable } from 'kysely';
import { audioContent } from '#contract/rows/audio-content.ts';
import type { Database } from '#db/schema/database.ts';

type NewTrack = Insertable<Database['audio_content']>;

const DEFAULTS: Partial<NewTrack> = Object.fromEntries(
  Object.entries(audioContent.columns).flatMap(([name, { default: given }]) =>
    given.kind === 'value' ? [[name, given.value]] : [],
  ),
);

/** A track as the admin would save it; set only the fields a test is about. */
export function buildTrack(overrides: Partial<NewTrack> = {}): NewTrack {
  return {
    ...DEFAULTS,
    title: 'Still Waters',
    description: 'A quiet reading for the end of the day.',
    category: 'PREGNANCY',
    duration: 600,
    audio_url: '/storage/v1/object/public/audio/still-waters-00000000.mp3',
    ...overrides,
  };
}
