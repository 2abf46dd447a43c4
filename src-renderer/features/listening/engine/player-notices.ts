import { toast } from '#renderer/components/messages/toast.ts';
import type { PlayableTrack, Surface } from '#renderer/data/playback.ts';
import { liveRegion } from '#renderer/lib/live-region.ts';
import type { PlayerEvent } from './playback-state.ts';

/** The specification prescribes these texts. */
const BROKEN = 'Error playing audio. Please try again.';
const REFUSED = 'Could not play audio. Please try again.';
const REFUSED_BY_PLAYER = 'Failed to play audio. Please try again.';
/** The full player and the next track of a queue show no toast. */
const STARTED: Partial<Record<Surface, string>> = {
  list: 'Now playing audio',
  landing: 'Now playing: Featured Track',
  tracks: 'Playing featured track',
};

/** Labour mode shows and announces nothing over the sound; its screen has a status of its own. */
export function showNotice(event: PlayerEvent): void {
  const { type, surface, track } = event;
  if (type === 'ended' || surface === 'labour') return;
  if (type === 'failed') {
    const refused = surface === 'player' ? REFUSED_BY_PLAYER : REFUSED;
    toast.error(event.reason === 'media' ? BROKEN : refused);
    return;
  }
  const text = STARTED[surface];
  if (text) toast.success(text, describeStart(track));
  else liveRegion.announce(describeStart(track), 'toast');
}

function describeStart({ title, duration }: PlayableTrack): string {
  const minutes = Math.max(1, Math.round(duration / 60));
  return `Playing ${title}, ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
}
