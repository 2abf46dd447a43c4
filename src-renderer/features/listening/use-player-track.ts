import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import type { TranscriptTimings } from '#contract/rows/audio-content.ts';
import type { Chapter } from '#contract/words/chapters.ts';
import type { AudioKind } from '#contract/words/tracks.ts';
import { libraryQuery, type Track } from '#renderer/data/audio-content.ts';
import { type PlayableTrack, playbackAtom } from '#renderer/data/playback.ts';
import { type PlayerContent, trackQuery } from './track-query.ts';

export interface PicturedTrack extends PlayableTrack {
  /** The place of its cover that stays in sight, as in `50% 40%`. */
  readonly focus: string | null;
}

export interface PlayerTrack extends PicturedTrack, PlayerContent {
  /** Unknown until the library is here. */
  readonly kind: AudioKind | undefined;
  readonly transcript: string | null;
  readonly transcript_timings: TranscriptTimings | null;
  readonly chapters: readonly Chapter[] | null;
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
  const { track: playing } = useAtomValue(playbackAtom);
  const heard = playing?.id === trackId ? playing : undefined;
  // With the server gone, what the list has brought is still true.
  const known = content.data ?? listed ?? (heard && { ...heard, description: null });
  // The cover and its ground come with the library: without them the screen would change its colours.
  const isComplete = known && (heard || !library.isPending);
  return {
    track: isComplete ? join({ trackId, content: known, listed, heard }) : undefined,
    hasFailed: content.isError && !known,
    others: library.data?.filter(({ id }) => id !== trackId) ?? [],
    retry: () => void content.refetch(),
  };
}

interface Known {
  trackId: number;
  content: PlayerContent;
  listed: Track | undefined;
  heard: PlayableTrack | undefined;
}

function join({ trackId, content, listed, heard }: Known): PlayerTrack {
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
    transcript: listed?.transcript ?? null,
    transcript_timings: listed?.transcript_timings ?? null,
    chapters: listed?.chapters ?? null,
    is_premium: listed?.is_premium ?? false,
  };
}
