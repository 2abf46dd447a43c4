import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import type { AudioKind } from '#contract/constants/tracks/tracks.ts';
import { isLarge, libraryQuery, type Track } from '#renderer/data/audio-content.ts';
import { type PlayableTrack, playbackAtom } from '#renderer/data/playback.ts';
import {
  type PlayerContent,
  type PlayerTexts,
  trackQuery,
  wordsQuery,
} from '../engine/track-query.ts';

export interface PicturedTrack extends PlayableTrack {
  /** The cover's focal point as `object-position`, `50% 40%`. */
  readonly focus: string | null;
}

export interface PlayerTrack extends PicturedTrack, PlayerContent, PlayerTexts {
  /** Undefined until the library is loaded. */
  readonly kind: AudioKind | undefined;
  /** Matters only while the premium gate is on. */
  readonly is_premium: boolean;
}

interface PlayerTrackState {
  readonly track: PlayerTrack | undefined;
  readonly isMissing: boolean;
  readonly hasFailed: boolean;
  readonly others: readonly Track[];
  readonly retry: () => void;
}

/** Reads a track at once from the list or the player, and always refreshes it from the server. */
export function usePlayerTrack(trackId: number): PlayerTrackState {
  const library = useQuery(libraryQuery());
  const listed = library.data?.find(({ id }) => id === trackId);
  const content = useQuery({ ...trackQuery(trackId), placeholderData: () => listed });
  const isWordless = listed?.transcript === undefined && isLarge(library.data);
  const words = useQuery({ ...wordsQuery(trackId), enabled: isWordless });
  const { track: playing } = useAtomValue(playbackAtom);
  const heard = playing?.id === trackId ? playing : undefined;
  // While the server is unreachable, the list's data is used.
  const known = content.data ?? listed ?? (heard && { ...heard, description: null });
  // The library brings the cover and its background colour; without them the screen would change
  // its colours.
  const isComplete = known && (heard || !library.isPending);
  return {
    track: isComplete
      ? join({ trackId, content: known, listed, words: words.data, heard })
      : undefined,
    isMissing: content.data === null && !known,
    hasFailed: content.isError && !known,
    others: library.data?.filter(({ id }) => id !== trackId) ?? [],
    retry: () => void content.refetch(),
  };
}

interface Known {
  trackId: number;
  content: PlayerContent;
  listed: Track | undefined;
  words: PlayerTexts | null | undefined;
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
