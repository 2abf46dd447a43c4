import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import type { AudioKind } from '#contract/constants/tracks/tracks.ts';
import { isLarge, libraryQuery, type Track } from '#renderer/data/audio-content.ts';
import { type PlayableTrack, playbackAtom } from '#renderer/data/playback.ts';
import {
  type PlayerContent,
  type PlayerTexts,
  textsQuery,
  trackQuery,
} from '../engine/track-query.ts';

export interface PicturedTrack extends PlayableTrack {
  /** The cover's focal point as `object-position`, `50% 40%`. */
  readonly focus: string | null;
}

export interface PlayerTrack extends PicturedTrack, PlayerContent, PlayerTexts {
  /** Undefined until the library is loaded. */
  readonly kind: AudioKind | undefined;
  /** Has an effect only while the server requires a plan for premium tracks. */
  readonly is_premium: boolean;
}

/** Shows a track at once from the library or the player, and always fetches it again. */
export function usePlayerTrack(trackId: number) {
  const library = useQuery(libraryQuery());
  const listed = library.data?.find(({ id }) => id === trackId);
  const content = useQuery({ ...trackQuery(trackId), placeholderData: () => listed });
  const lacksTexts = listed?.transcript === undefined && isLarge(library.data);
  const texts = useQuery({ ...textsQuery(trackId), enabled: lacksTexts });
  const { track: playing } = useAtomValue(playbackAtom);
  const loaded = playing?.id === trackId ? playing : undefined;
  // While the server is unreachable, the data of the library or the player is used.
  const available = content.data ?? listed ?? (loaded && { ...loaded, description: null });
  // Only the library and the player have the cover's background colour. Without it, the screen would
  // change its colours later.
  const isComplete = available && (loaded || !library.isPending);
  return {
    track: isComplete
      ? join({ trackId, content: available, listed, texts: texts.data, loaded })
      : undefined,
    isMissing: content.data === null && !available,
    hasFailed: content.isError && !available,
    others: library.data?.filter(({ id }) => id !== trackId) ?? [],
    retry: () => void content.refetch(),
  };
}

interface TrackSources {
  trackId: number;
  content: PlayerContent;
  listed: Track | undefined;
  texts: PlayerTexts | null | undefined;
  loaded: PlayableTrack | undefined;
}

function join({ trackId, content, listed, texts, loaded }: TrackSources): PlayerTrack {
  const withCover = listed ?? loaded;
  return {
    id: trackId,
    title: content.title,
    description: content.description,
    audio_url: content.audio_url,
    duration: content.duration,
    image_url: withCover?.image_url ?? null,
    category: withCover?.category ?? '',
    ground: withCover?.ground ?? null,
    kind: listed?.kind,
    focus: listed?.focus ?? null,
    transcript: listed?.transcript ?? texts?.transcript ?? null,
    transcript_timings: listed?.transcript_timings ?? texts?.transcript_timings ?? null,
    chapters: listed?.chapters ?? texts?.chapters ?? null,
    is_premium: listed?.is_premium ?? false,
  };
}
