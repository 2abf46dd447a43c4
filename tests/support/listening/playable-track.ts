import type { PlayableTrack } from '#renderer/data/playback.ts';

/** A track of ten minutes for tests of the player. */
export const buildTrack = (id: number, fields: Partial<PlayableTrack> = {}): PlayableTrack => ({
  id,
  title: `Track ${id}`,
  audio_url: `/${id}.mp3`,
  duration: 600,
  image_url: null,
  category: 'BIRTHING',
  ground: null,
  ...fields,
});
