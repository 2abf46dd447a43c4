import { queryOptions } from '@tanstack/react-query';
import type { AudioContent } from '#contract/rows/audio-content.ts';
import { trackKey } from '#renderer/data/audio-content.ts';
import { backend } from '#renderer/lib/requests/backend.ts';

/** The track data that the full player fetches; the rest comes with the library. */
export type PlayerContent = Readonly<
  Pick<AudioContent, 'title' | 'description' | 'audio_url' | 'duration'>
>;

const NO_ROW_CODE = 'PGRST116';

/** Null when there is no such track or the user has no access. */
export function trackQuery(trackId: number) {
  return queryOptions({
    queryKey: trackKey(trackId),
    queryFn: async ({ signal }): Promise<PlayerContent | null> => {
      const { data, error } = await backend()
        .tables.from('audio_content')
        .select('title, description, audio_url, duration')
        .eq('id', trackId)
        .abortSignal(signal)
        .single();
      if (error && error.code !== NO_ROW_CODE) throw error;
      return data;
    },
  });
}

/** Transcript and chapters of a track; the list of a large library omits them. */
export type PlayerTexts = Readonly<
  Pick<AudioContent, 'transcript' | 'transcript_timings' | 'chapters'>
>;

export function textsQuery(trackId: number) {
  return queryOptions({
    queryKey: [...trackKey(trackId), 'texts'],
    queryFn: async ({ signal }): Promise<PlayerTexts | null> => {
      const { data } = await backend()
        .tables.from('audio_content')
        .select('transcript, transcript_timings, chapters')
        .eq('id', trackId)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError();
      return data;
    },
  });
}
