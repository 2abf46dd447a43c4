import { toast } from '#renderer/components/messages/toast.ts';
import { areKeysOn, keysSheetAtom } from '#renderer/data/keys.ts';
import {
  type Player,
  playbackAtom,
  playbackTimeAtom,
  playerAtom,
  queueAtom,
} from '#renderer/data/playback.ts';
import { onDeviceChange } from '#renderer/lib/device-storage.ts';
import { liveRegion } from '#renderer/lib/live-region.ts';
import { currentPerson, onPersonChange } from '#renderer/lib/person.ts';
import { publicConfig } from '#renderer/lib/public-config.ts';
import { hasStoredSession } from '#renderer/lib/stored-session.ts';
import { listenToKeys } from '../keys/listen-to-keys.ts';
import { connectMediaSession } from '../keys/media-session.ts';
import { chooseSpeed, keepSpeed } from '../player/speed.ts';
import { createMute, createVolume, obeyKioskVolume } from '../player/volume.ts';
import { type AudioPrefetch, createAudioPrefetch } from '../prefetch/audio-prefetch.ts';
import { createConnection } from '../prefetch/audio-requests.ts';
import { chooseAhead } from '../prefetch/prefetch-setting.ts';
import { keepAhead } from '../prefetch/prefetch-tracks.ts';
import { nextPause } from '../sleep/sleep-ending.ts';
import { createSleepTimer, sleepKey } from '../sleep/sleep-timer.ts';
import { createAudioElement } from './audio-element.ts';
import { createPlayer, type QueuedPlayer } from './create-player.ts';
import { followerOf, kindOf, timingsOf } from './library-source.ts';
import { holdStill } from './pause-rendering.ts';
import type { PlayerEvent } from './playback-state.ts';
import {
  isEndingAtom,
  isMutedAtom,
  isReadyToEndAtom,
  keepsAheadAtom,
  pageTrackAtom,
  savedPositionsAtom,
  sleepAtom,
  speedsAtom,
  toolsAtom,
  volumeLevelAtom,
} from './player.atoms.ts';
import { createPlayerEngine, type PlayerEngine } from './player-engine.ts';
import { noticeFor } from './player-notices.ts';
import { keepPositions } from './saved-positions.ts';
import { keepSinglePlayback } from './single-playback.ts';

let started: Player | undefined;

/** Creates the page's single player and connects it to the UI; later calls do nothing. */
export function startPlayer(): Player {
  started ??= createStartedPlayer();
  return started;
}

function createStartedPlayer(): Player {
  const { origin } = window.location;
  const element = createAudioElement();
  obeyKioskVolume(element);
  const connection = createConnection(origin);
  const ahead = createAudioPrefetch(origin, {
    request: (...args) => fetch(...args),
    findAddress: connection.findAddress,
  });
  const choice = chooseAhead();
  const isSparing = () => !choice.isOn();
  const engine = createPlayerEngine(element, { connection, memory: ahead, isSparing });
  const positions = keepPositions(engine);
  const player = createPlayer({ engine, positions, followerOf });
  const sleep = createSleepTimer({
    engine,
    player,
    element,
    nextPause() {
      const { playback, time } = engine.getState();
      return nextPause(timingsOf(playback.track?.id), time.position);
    },
  });
  const mute = createMute(element, engine);
  const volume = createVolume(element, () => {
    if (sleep.isEnding()) sleep.cancel();
  });
  const speed = chooseSpeed();
  keepSpeed(engine, speed, kindOf);
  const keeper = keepAhead(engine, ahead, { upNext: player.upNext, isSparing });
  const tools = { ahead: choice, mute, positions, sleep, speed, volume };
  const show = () => {
    const { store } = currentPerson();
    const { playback, time } = engine.getState();
    store.set(playbackAtom, playback);
    store.set(playbackTimeAtom, time);
    store.set(queueAtom, player.getQueue());
    store.set(savedPositionsAtom, positions.list());
    store.set(isReadyToEndAtom, playback.track !== null && ahead.isWhole(playback.track));
    store.set(keepsAheadAtom, choice.isOn());
    store.set(isMutedAtom, mute.isMuted());
    store.set(volumeLevelAtom, volume.get());
    store.set(speedsAtom, speed.list());
    store.set(sleepAtom, sleep.get());
    store.set(isEndingAtom, sleep.isEnding());
    store.set(toolsAtom, tools);
    store.set(playerAtom, player);
  };
  const showSoon = holdStill(engine, show);
  for (const part of [engine, positions, ahead, mute, volume, speed, sleep])
    part.onChange(showSoon);
  onDeviceChange(sleepKey, () => sleep.readAgain());
  player.onQueueChange(() => {
    keeper.refresh();
    // Deferred: the queue is updated before the engine, in the same turn.
    queueMicrotask(showSoon);
  });
  choice.onChange(() => {
    keeper.refresh();
    showSoon();
  });
  onPersonChange(() => {
    // On sign-out, clears the user's playback state.
    sleep.cancel();
    player.clear();
    positions.clear();
    choice.clear();
    speed.clear();
    mute.set(false);
    volume.clear();
    show();
  });
  engine.onEvent(tell);
  engine.onEvent(logStartedPlay);
  takeChances(engine, ahead);
  if ('BroadcastChannel' in window)
    keepSinglePlayback(engine, new BroadcastChannel('cradlesong-sound'));
  showToSystem(engine, player);
  listenToKeys({
    engine,
    player,
    areOn: areKeysOn,
    pageTrack: () => currentPerson().store.get(pageTrackAtom),
    toggleMute: () => mute.set(!mute.isMuted()),
    showKeys: () => currentPerson().store.set(keysSheetAtom, true),
  });
  show();
  return player;
}

/** Events after which the connection may be back, or the system may have paused the audio. */
function takeChances(engine: PlayerEngine, ahead: AudioPrefetch): void {
  window.addEventListener('online', () => {
    engine.takeChance();
    ahead.retry();
  });
  window.addEventListener('pageshow', () => engine.takeChance());
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) engine.takeChance();
  });
}

function tell(event: PlayerEvent): void {
  const { tone, text, said = '' } = noticeFor(event) ?? {};
  if (tone === 'error' && text) toast.error(text);
  else if (text) toast.success(text, said);
  else if (said) liveRegion.announce(said, 'toast');
}

/** Pages without a session, such as the landing page, must not load the clients. */
function logStartedPlay(event: PlayerEvent): void {
  if (event.type !== 'started' || !hasStoredSession()) return;
  void import('./play-log.ts')
    .then(({ logPlay }) => logPlay(event.track.id))
    // Playback must not depend on logging.
    .catch(() => {});
}

function showToSystem(engine: PlayerEngine, player: QueuedPlayer): void {
  if (!('mediaSession' in navigator)) return;
  connectMediaSession(engine, player, {
    session: navigator.mediaSession,
    createMetadata: (init) => new MediaMetadata(init),
    productName: publicConfig().brand.name,
    origin: window.location.origin,
  });
}
