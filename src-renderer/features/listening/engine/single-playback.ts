import { isSounding } from '#renderer/data/playback.ts';
import type { PlayerEngine } from './player-engine.ts';

/** Lets only one tab play: the one that started last. */
export function keepSinglePlayback(engine: PlayerEngine, channel: BroadcastChannel): void {
  let sounds = false;
  engine.onChange(({ playback }) => {
    const sounded = sounds;
    sounds = isSounding(playback.status);
    if (sounds && !sounded) channel.postMessage('started');
  });
  channel.addEventListener('message', () => {
    if (sounds) engine.pause();
  });
}
