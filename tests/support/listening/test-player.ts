import { createPlayer } from '#renderer/features/listening/engine/create-player.ts';
import type { PlayerEngine } from '#renderer/features/listening/engine/player-engine.ts';
import { createSavedPositions } from '#renderer/features/listening/engine/saved-positions.ts';

type PlayerParts = Parameters<typeof createPlayer>[0];

/** A player without a library and without a sleep timer, except for the given parts. */
export function createTestPlayer(engine: PlayerEngine, parts: Partial<PlayerParts> = {}) {
  return createPlayer({
    engine,
    positions: parts.positions ?? createSavedPositions(engine),
    nextInLibrary: () => null,
    isListed: () => true,
    stopsAfter: () => false,
    ...parts,
  });
}
