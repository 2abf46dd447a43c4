import { toast } from '#renderer/components/toast.ts';
import { currentPerson, onPersonChange } from '#renderer/lib/person.ts';
import { type Player, playbackAtom, playbackTimeAtom, playerAtom } from '#renderer/lib/playback.ts';
import { publicConfig } from '#renderer/lib/public-config.ts';
import { hasStoredSession } from '#renderer/lib/stored-session.ts';
import { createAudioElement } from './audio-element.ts';
import { createPlayer } from './create-player.ts';
import { keepPositions } from './kept-positions.ts';
import { connectMediaSession } from './media-session.ts';
import { keptPositionsAtom } from './player.atoms.ts';
import { createPlayerEngine, type PlayerEngine, type PlayerEvent } from './player-engine.ts';
import { noticeFor } from './player-notices.ts';
import { obeyKioskVolume } from './volume-limit.ts';

let started: Player | undefined;

/** Makes the one player of this page and shows it to whoever is in front of it; later calls do nothing. */
export function startPlayer(): Player {
  started ??= createStartedPlayer();
  return started;
}

function createStartedPlayer(): Player {
  const element = createAudioElement();
  obeyKioskVolume(element);
  const engine = createPlayerEngine(element);
  const positions = keepPositions(engine);
  const player = createPlayer(engine, positions);
  const show = () => {
    const { store } = currentPerson();
    const { playback, time } = engine.getState();
    store.set(playbackAtom, playback);
    store.set(playbackTimeAtom, time);
    store.set(keptPositionsAtom, positions.list());
    store.set(playerAtom, player);
  };
  engine.onChange(show);
  positions.onChange(show);
  onPersonChange(() => {
    // What she heard is hers: the next person begins in silence.
    engine.stop();
    positions.clear();
    show();
  });
  engine.onEvent(announce);
  engine.onEvent(logStartedPlay);
  showToSystem(engine);
  show();
  return player;
}

function announce(event: PlayerEvent): void {
  const notice = noticeFor(event);
  if (notice) toast[notice.tone](notice.text);
}

/** A page without a session, such as the landing page, must not load the clients to find nobody. */
function logStartedPlay(event: PlayerEvent): void {
  if (event.type !== 'started' || !hasStoredSession()) return;
  void import('./play-log.ts').then(({ logPlay }) => logPlay(event.track.id));
}

function showToSystem(engine: PlayerEngine): void {
  if (!('mediaSession' in navigator)) return;
  connectMediaSession(engine, {
    session: navigator.mediaSession,
    createMetadata: (init) => new MediaMetadata(init),
    productName: publicConfig().brand.name,
    origin: window.location.origin,
  });
}
