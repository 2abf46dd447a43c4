import { queryOptions } from '@tanstack/react-query';
import type { Chapter } from '#contract/constants/tracks/chapters.ts';
import type { TranscriptTimings } from '#contract/rows/audio-content.ts';
import { trackKey } from '#renderer/data/audio-content.ts';
import { backend } from '#renderer/lib/requests/backend.ts';

/** The track data that the full player fetches; the rest comes with the library. */
export interface PlayerContent {
  readonly title: string;
  readonly description: string | null;
  readonly audio_url: string;
  readonly duration: number;
}

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
        .retry(false)
        .single();
      if (error && error.code !== NO_ROW_CODE) throw error;
      return data;
    },
  });
}

/** Transcript and chapters of a track; the list of a large library omits them. */
export interface PlayerTexts {
  readonly transcript: string | null;
  readonly transcript_timings: TranscriptTimings | null;
  readonly chapters: readonly Chapter[] | null;
}

export function textsQuery(trackId: number) {
  return queryOptions({
    queryKey: [...trackKey(trackId), 'words'],
    queryFn: async ({ signal }): Promise<PlayerTexts | null> => {
      const { data } = await backend()
        .tables.from('audio_content')
        .select('transcript, transcript_timings, chapters')
        .eq('id', trackId)
        .abortSignal(signal)
        .retry(false)
        .maybeSingle()
        .throwOnError();
      return data;
    },
  });
}
