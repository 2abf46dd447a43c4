import type { Surface } from '#renderer/lib/playback.ts';
import type { PlayerEvent } from './player-engine.ts';

export interface Notice {
  readonly tone: 'success' | 'error';
  readonly text: string;
}

interface Words {
  readonly started: string | null;
  readonly media: string;
  readonly rejected: string;
}

const BROKEN = 'Error playing audio. Please try again.';
const REFUSED = 'Could not play audio. Please try again.';

/** Letter for letter as specified; the full player shows what plays, so it does not say it too. */
const WORDS: Record<Surface, Words> = {
  list: { started: 'Now playing audio', media: BROKEN, rejected: REFUSED },
  landing: { started: 'Now playing: Featured Track', media: BROKEN, rejected: REFUSED },
  tracks: { started: 'Playing featured track', media: BROKEN, rejected: REFUSED },
  player: {
    started: null,
    media: BROKEN,
    rejected: 'Failed to play audio. Please try again.',
  },
};

export function noticeFor(event: PlayerEvent): Notice | null {
  const words = WORDS[event.surface];
  if (event.type === 'failed') return { tone: 'error', text: words[event.reason] };
  if (event.type === 'started' && words.started) return { tone: 'success', text: words.started };
  return null;
}
