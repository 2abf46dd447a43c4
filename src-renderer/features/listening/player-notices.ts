import type { Surface } from '#renderer/data/playback.ts';
import type { PlayerEvent } from './playback-state.ts';

export interface Notice {
  readonly tone: 'success' | 'error';
  readonly text: string;
}

interface Words {
  readonly started: string | null;
  readonly media: string | null;
  readonly rejected: string | null;
}

const BROKEN = 'Error playing audio. Please try again.';
const REFUSED = 'Could not play audio. Please try again.';

/** Letter for letter as specified; the full player shows what plays, so it does not say it too. */
const WORDS: Record<Surface, Words> = {
  queue: { started: null, media: BROKEN, rejected: REFUSED },
  // In labour nothing is said but by the sound; the screen itself shows what it waits for.
  labour: { started: null, media: null, rejected: null },
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
  if (event.type === 'ended') return null;
  const words = WORDS[event.surface];
  const hasFailed = event.type === 'failed';
  const text = hasFailed ? words[event.reason] : words.started;
  return text === null ? null : { tone: hasFailed ? 'error' : 'success', text };
}
