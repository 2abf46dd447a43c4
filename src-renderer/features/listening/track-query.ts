import { queryOptions } from '@tanstack/react-query';
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
