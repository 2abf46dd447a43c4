import type { PlayableTrack, Surface } from '#renderer/data/playback.ts';
import type { PlayerEvent } from './playback-state.ts';

export interface Notice {
  readonly tone: 'success' | 'error';
  /** Null where no toast is shown: the full player already shows the track. */
  readonly text: string | null;
  /** Announced to screen readers instead of `text`. */
  readonly announcement?: string;
}

interface Messages {
  readonly started: string | null;
  readonly media: string | null;
  readonly rejected: string | null;
}

const BROKEN = 'Error playing audio. Please try again.';
const REFUSED = 'Could not play audio. Please try again.';

/** The specification prescribes these texts. */
const MESSAGES: Record<Surface, Messages> = {
  queue: { started: null, media: BROKEN, rejected: REFUSED },
  // Labour mode shows no toasts; the screen has its own status.
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
  const { surface } = event;
  const messages = MESSAGES[surface];
  if (event.type === 'started') {
    // Labour mode announces nothing over the sound.
    if (surface === 'labour') return null;
    return { tone: 'success', text: messages.started, announcement: describeStart(event.track) };
  }
  const text = messages[event.reason];
  return text === null ? null : { tone: 'error', text };
}

function describeStart({ title, duration }: PlayableTrack): string {
  const minutes = Math.max(1, Math.round(duration / 60));
  return `Playing ${title}, ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
}
