import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import type { AudioKind } from '#contract/words/tracks.ts';
import { isLarge, libraryQuery, type Track } from '#renderer/data/audio-content.ts';
import { type PlayableTrack, playbackAtom } from '#renderer/data/playback.ts';
import { type PlayerContent, type PlayerWords, trackQuery, wordsQuery } from './track-query.ts';

export interface PicturedTrack extends PlayableTrack {
  /** The place of its cover that stays in sight, as in `50% 40%`. */
  readonly focus: string | null;
}

export interface PlayerTrack extends PicturedTrack, PlayerContent, PlayerWords {
  /** Unknown until the library is here. */
  readonly kind: AudioKind | undefined;
  /** Only with the owner's premium gate closed does it matter. */
  readonly is_premium: boolean;
}

interface PlayerTrackState {
  readonly track: PlayerTrack | undefined;
  readonly hasFailed: boolean;
  readonly others: readonly Track[];
  readonly retry: () => void;
}

/** One track, at once when the list has brought it already or it is the one that sounds, and fresh from the server in any case. */
export function usePlayerTrack(trackId: number): PlayerTrackState {
  const library = useQuery(libraryQuery());
  const listed = library.data?.find(({ id }) => id === trackId);
  const content = useQuery({ ...trackQuery(trackId), placeholderData: () => listed });
  const isWordless = listed?.transcript === undefined && isLarge(library.data);
  const words = useQuery({ ...wordsQuery(trackId), enabled: isWordless });
  const { track: playing } = useAtomValue(playbackAtom);
  const heard = playing?.id === trackId ? playing : undefined;
  // With the server gone, what the list has brought is still true.
  const known = content.data ?? listed ?? (heard && { ...heard, description: null });
  // The cover and its ground come with the library: without them the screen would change its colours.
  const isComplete = known && (heard || !library.isPending);
  return {
    track: isComplete
      ? join({ trackId, content: known, listed, words: words.data, heard })
      : undefined,
    hasFailed: content.isError && !known,
    others: library.data?.filter(({ id }) => id !== trackId) ?? [],
    retry: () => void content.refetch(),
  };
}

interface Known {
  trackId: number;
  content: PlayerContent;
  listed: Track | undefined;
  words: PlayerWords | null | undefined;
  heard: PlayableTrack | undefined;
}

function join({ trackId, content, listed, words, heard }: Known): PlayerTrack {
  const pictured = listed ?? heard;
  return {
    id: trackId,
    title: content.title,
    description: content.description,
    audio_url: content.audio_url,
    duration: content.duration,
    image_url: pictured?.image_url ?? null,
    category: pictured?.category ?? '',
    ground: pictured?.ground ?? null,
    kind: listed?.kind,
    focus: listed?.focus ?? null,
    transcript: listed?.transcript ?? words?.transcript ?? null,
    transcript_timings: listed?.transcript_timings ?? words?.transcript_timings ?? null,
    chapters: listed?.chapters ?? words?.chapters ?? null,
    is_premium: listed?.is_premium ?? false,
  };
}
