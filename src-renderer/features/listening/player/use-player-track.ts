import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import type { AudioKind } from '#contract/constants/tracks/tracks.ts';
import { isLarge, libraryQuery } from '#renderer/data/audio-content.ts';
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

/** The values until the library is loaded. */
const UNKNOWN = {
  image_url: null,
  category: '',
  ground: null,
  kind: undefined,
  focus: null,
  transcript: null,
  transcript_timings: null,
  chapters: null,
  is_premium: false,
};

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
  const track: PlayerTrack | undefined = isComplete
    ? { ...UNKNOWN, ...loaded, ...texts.data, ...listed, ...available, id: trackId }
    : undefined;
  return {
    track,
    isMissing: content.data === null && !available,
    hasFailed: content.isError && !available,
    others: library.data?.filter(({ id }) => id !== trackId) ?? [],
    retry: () => void content.refetch(),
  };
}
