import {
  isSounding,
  type PlayableTrack,
  type Player,
  SKIP_SECONDS,
  type Surface,
} from '#renderer/data/playback.ts';
import type { PlayerEngine } from '../engine/player-engine.ts';
import { type KeyCommand, keyCommand } from './key-command.ts';

const STEP_SECONDS = 5;
const WORTH_SCROLLING_PX = 8;

interface KeyParts {
  readonly engine: PlayerEngine;
  readonly player: Player;
  readonly areOn: () => boolean;
  /** The track whose player page is open, if any. */
  readonly pageTrack: () => PlayableTrack | null;
  readonly toggleMute: () => void;
  readonly showKeys: () => void;
}

/** Handles the player's keyboard shortcuts on all pages. */
export function listenToKeys(parts: KeyParts): void {
  document.addEventListener('keydown', (event) => {
    if (!parts.areOn()) return;
    const { scrollHeight, clientHeight } = document.documentElement;
    const place = {
      pathname: window.location.pathname,
      canScroll: scrollHeight - clientHeight > WORTH_SCROLLING_PX,
    };
    const command = keyCommand(event, place);
    const surface = place.pathname === '/labour' ? 'labour' : 'player';
    if (command && obey(command, surface, parts)) event.preventDefault();
  });
}

/** False when the command does not apply; the page then handles the key. */
function obey(command: KeyCommand, surface: Surface, parts: KeyParts): boolean {
  const { engine, player, pageTrack } = parts;
  if (command === 'help') {
    parts.showKeys();
    return true;
  }
  const { track: loaded, status } = engine.getState().playback;
  if (command === 'toggle') {
    const wanted = pageTrack() ?? loaded;
    if (isSounding(status)) player.pause();
    else if (wanted) player.play(wanted, surface);
    return wanted !== null;
  }
  const track = loaded ?? pageTrack();
  if (!track) return false;
  const skip = (seconds: number) => player.skip(track, seconds, surface);
  const acts = {
    back: () => skip(-SKIP_SECONDS),
    forward: () => skip(SKIP_SECONDS),
    stepBack: () => skip(-STEP_SECONDS),
    stepForward: () => skip(STEP_SECONDS),
    next: player.next,
    previous: player.previous,
    mute: parts.toggleMute,
  };
  acts[command]();
  return true;
}
