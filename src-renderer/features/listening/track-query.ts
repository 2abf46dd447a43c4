import { queryOptions } from '@tanstack/react-query';
import type { TranscriptTimings } from '#contract/rows/audio-content.ts';
import type { Chapter } from '#contract/words/chapters.ts';
import { backend } from '#renderer/lib/backend.ts';

/** What the full player needs of one track; the rest comes with the library. */
export interface PlayerContent {
  readonly title: string;
  readonly description: string | null;
  readonly audio_url: string;
  readonly duration: number;
}

export function trackQuery(trackId: number) {
  return queryOptions({
    queryKey: ['audio_content', trackId],
    queryFn: async ({ signal }): Promise<PlayerContent> => {
      const { data } = await backend()
        .tables.from('audio_content')
        .select('title, description, audio_url, duration')
        .eq('id', trackId)
        .abortSignal(signal)
        .retry(false)
        .single()
        .throwOnError();
      return data;
    },
  });
}

/** What is read along and how it is parted, of a track that a large library has brought without. */
export interface PlayerWords {
  readonly transcript: string | null;
  readonly transcript_timings: TranscriptTimings | null;
  readonly chapters: readonly Chapter[] | null;
}

export function wordsQuery(trackId: number) {
  return queryOptions({
    queryKey: ['audio_content', trackId, 'words'],
    queryFn: async ({ signal }): Promise<PlayerWords | null> => {
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
