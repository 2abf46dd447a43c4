import { isSounding, type Player } from '#renderer/lib/playback.ts';
import type { KeptPositions } from './kept-positions.ts';
import type { PlayerEngine } from './player-engine.ts';

/** The engine as screens use it: every command names its track, loaded or not. */
export function createPlayer(engine: PlayerEngine, positions: KeptPositions): Player {
  const loadedId = () => engine.getState().playback.track?.id;
  const soundsNow = () => isSounding(engine.getState().playback.status);

  const player: Player = {
    play: (track, surface) => engine.play(track, { surface, from: positions.find(track.id) }),
    pause: () => engine.pause(),
    toggle(track, surface) {
      if (loadedId() === track.id && soundsNow()) engine.pause();
      else player.play(track, surface);
    },
    seek(track, position, surface) {
      if (loadedId() === track.id) {
        engine.seek(position);
        return;
      }
      const goesOn = soundsNow();
      engine.cue(track, { surface, from: position });
      if (goesOn) engine.play(track, { surface });
    },
    skip(track, seconds, surface) {
      const { time } = engine.getState();
      const from = loadedId() === track.id ? time.position : positions.find(track.id);
      player.seek(track, from + seconds, surface);
    },
    stop: () => engine.stop(),
  };
  return player;
}
