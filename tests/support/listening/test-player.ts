import { createPlayer } from '#renderer/features/listening/engine/create-player.ts';
import {
  createPlayerEngine,
  type PlayerEngine,
} from '#renderer/features/listening/engine/player-engine.ts';
import { createSavedPositions } from '#renderer/features/listening/engine/saved-positions.ts';
import { FakeConnection } from '../browsers/fake-connection.ts';
import { FakeAudio } from './fake-audio.ts';

type EngineParts = Omit<Parameters<typeof createPlayerEngine>[1], 'connection'>;
type PlayerParts = Parameters<typeof createPlayer>[0];

/** An engine with a fake element and a fake connection. */
export function createTestEngine(parts: EngineParts = {}) {
  const [audio, connection] = [new FakeAudio(), new FakeConnection()];
  return { audio, connection, engine: createPlayerEngine(audio, { connection, ...parts }) };
}

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
