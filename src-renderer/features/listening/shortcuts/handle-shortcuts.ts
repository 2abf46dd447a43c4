import {
  isSounding,
  type PlayableTrack,
  type Player,
  type Surface,
} from '#renderer/data/playback.ts';
import type { PlayerEngine } from '../engine/player-engine.ts';
import { type KeyCommand, keyCommand } from './key-command.ts';

const MIN_SCROLLABLE_PX = 8;

interface ShortcutParts {
  readonly engine: PlayerEngine;
  readonly player: Player;
  readonly areOn: () => boolean;
  /** The track whose player page is open, if any. */
  readonly pageTrack: () => PlayableTrack | null;
  readonly toggleMute: () => void;
  readonly showShortcuts: () => void;
}

/** Handles the player's keyboard shortcuts on all pages. */
export function handleShortcuts(parts: ShortcutParts): void {
  document.addEventListener('keydown', (event) => {
    if (!parts.areOn()) return;
    const { scrollHeight, clientHeight } = document.documentElement;
    const page = {
      pathname: window.location.pathname,
      canScroll: scrollHeight - clientHeight > MIN_SCROLLABLE_PX,
    };
    const command = keyCommand(event, page);
    const surface = page.pathname === '/labour' ? 'labour' : 'player';
    if (command && runCommand(command, surface, parts)) event.preventDefault();
  });
}

/** False if the command does not apply; the browser then handles the key. */
function runCommand(command: KeyCommand, surface: Surface, parts: ShortcutParts): boolean {
  const { engine, player, pageTrack } = parts;
  if (command === 'help') {
    parts.showShortcuts();
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
  if (typeof command === 'number') player.skip(track, command, surface);
  else if (command === 'mute') parts.toggleMute();
  else player[command]();
  return true;
}
