import {
  isSounding,
  type Player,
  playbackAtom,
  playbackTimeAtom,
  playerAtom,
  queueAtom,
} from '#renderer/data/playback.ts';
import { areShortcutsOn, shortcutsSheetAtom } from '#renderer/data/shortcuts.ts';
import { onDeviceChange } from '#renderer/lib/device-storage.ts';
import { currentPerson, onPersonChange } from '#renderer/lib/person.ts';
import { publicConfig } from '#renderer/lib/public-config.ts';
import { hasStoredSession } from '#renderer/lib/stored-session.ts';
import { createSpeedChoice } from '../player/speed.ts';
import { createMute, createVolume, limitKioskVolume } from '../player/volume.ts';
import { type AudioPrefetch, createAudioPrefetch } from '../prefetch/audio-prefetch.ts';
import { createConnection } from '../prefetch/audio-requests.ts';
import { createPrefetchSetting } from '../prefetch/prefetch-setting.ts';
import { prefetchTracks } from '../prefetch/prefetch-tracks.ts';
import { handleShortcuts } from '../shortcuts/handle-shortcuts.ts';
import { connectMediaSession } from '../shortcuts/media-session.ts';
import { nextPause } from '../sleep/sleep-ending.ts';
import { createSleepTimer, sleepKey } from '../sleep/sleep-timer.ts';
import { createPlayer } from './create-player.ts';
import { deferRendering } from './defer-rendering.ts';
import { findInLibrary, isListed, nextInLibrary, onListedChange } from './library-source.ts';
import type { PlayerEvent } from './playback-state.ts';
import {
  isFullyLoadedAtom,
  isMutedAtom,
  isPrefetchOnAtom,
  isSleepEndingAtom,
  pageTrackAtom,
  savedPositionsAtom,
  sleepAtom,
  speedsAtom,
  toolsAtom,
  volumeLevelAtom,
} from './player.atoms.ts';
import { createPlayerEngine, type PlayerEngine } from './player-engine.ts';
import { showNotice } from './player-notices.ts';
import { createSavedPositions } from './saved-positions.ts';

let started: Player | undefined;

/** Creates the page's single player and connects it to the UI; later calls do nothing. */
export function startPlayer(): Player {
  started ??= createStartedPlayer();
  return started;
}

function createStartedPlayer(): Player {
  const { origin } = window.location;
  const element = createAudioElement();
  const output = limitKioskVolume(element);
  const connection = createConnection(origin);
  const prefetch = createAudioPrefetch(origin, {
    request: (...args) => fetch(...args),
    findAddress: connection.findAddress,
  });
  const prefetchSetting = createPrefetchSetting();
  const savesData = () => !prefetchSetting.isOn();
  const engine = createPlayerEngine(element, { connection, prefetchBuffer: prefetch, savesData });
  const positions = createSavedPositions(engine);
  const sleep = createSleepTimer({
    engine,
    element: output,
    nextPause() {
      const { playback, time } = engine.getState();
      return nextPause(findInLibrary(playback.track?.id)?.transcript_timings, time.position);
    },
  });
  const { stopsAfter } = sleep;
  const player = createPlayer({ engine, positions, nextInLibrary, isListed, stopsAfter });
  const mute = createMute(element, engine);
  const volume = createVolume(output, () => {
    if (sleep.isEnding()) sleep.cancel();
  });
  const speed = createSpeedChoice(engine, (trackId) => findInLibrary(trackId)?.kind);
  const prefetched = prefetchTracks(engine, prefetch, { upNext: player.upNext, savesData });
  const tools = { prefetch: prefetchSetting, mute, positions, sleep, speed, volume };
  const updateAtoms = () => {
    const { store } = currentPerson();
    const { playback, time } = engine.getState();
    store.set(playbackAtom, playback);
    store.set(playbackTimeAtom, time);
    store.set(queueAtom, player.getQueue());
    store.set(savedPositionsAtom, positions.list());
    store.set(isFullyLoadedAtom, playback.track !== null && prefetch.isWhole(playback.track));
    store.set(isPrefetchOnAtom, prefetchSetting.isOn());
    store.set(isMutedAtom, mute.isMuted());
    store.set(volumeLevelAtom, volume.get());
    store.set(speedsAtom, speed.list());
    store.set(sleepAtom, sleep.get());
    store.set(isSleepEndingAtom, sleep.isEnding());
    store.set(toolsAtom, tools);
    store.set(playerAtom, player);
  };
  const updateAtomsSoon = deferRendering(engine, updateAtoms);
  for (const part of [engine, positions, prefetch, mute, volume, speed, sleep])
    part.onChange(updateAtomsSoon);
  onListedChange(player.dropUnlisted);
  onDeviceChange(sleepKey, () => sleep.reload());
  player.onQueueChange(() => {
    prefetched.refresh();
    // Deferred: the queue changes before the engine, in the same task.
    queueMicrotask(updateAtomsSoon);
  });
  prefetchSetting.onChange(() => {
    prefetched.refresh();
    updateAtomsSoon();
  });
  onPersonChange(() => {
    // A sign-out must leave no playback state of the user.
    sleep.cancel();
    player.clear();
    positions.clear();
    prefetchSetting.clear();
    speed.clear();
    mute.set(false);
    volume.clear();
    updateAtoms();
  });
  engine.onEvent(showNotice);
  engine.onEvent(logStartedPlay);
  retryOnReconnect(engine, prefetch);
  if ('BroadcastChannel' in window) keepSinglePlayback(engine);
  if ('mediaSession' in navigator) {
    connectMediaSession(engine, player, navigator.mediaSession, publicConfig().brand.name);
  }
  handleShortcuts({
    engine,
    player,
    areOn: areShortcutsOn,
    pageTrack: () => currentPerson().store.get(pageTrackAtom),
    toggleMute: () => mute.set(!mute.isMuted()),
    showShortcuts: () => currentPerson().store.set(shortcutsSheetAtom, true),
  });
  updateAtoms();
  return player;
}

/**
 * The application's single `<audio>` element. It is outside the pages, so that navigation keeps it.
 * Do not route it through Web Audio, which is silent on a locked iPhone.
 */
function createAudioElement(): HTMLAudioElement {
  const element = document.createElement('audio');
  element.preload = 'metadata';
  document.body.append(element);
  return element;
}

/** Lets only one tab play: the one that started last. */
function keepSinglePlayback(engine: PlayerEngine): void {
  const channel = new BroadcastChannel('cradlesong-sound');
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

/** After these events the connection may be back, or the system may have paused the audio. */
function retryOnReconnect(engine: PlayerEngine, prefetch: AudioPrefetch): void {
  window.addEventListener('online', () => {
    engine.retry();
    prefetch.retry();
  });
  window.addEventListener('pageshow', () => engine.retry());
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) engine.retry();
  });
}

/** Loads the API client only with a session: pages such as the landing page must not load it. */
function logStartedPlay(event: PlayerEvent): void {
  if (event.type !== 'started' || !hasStoredSession()) return;
  void import('./play-log.ts')
    .then(({ logPlay }) => logPlay(event.track.id))
    // Playback must not depend on logging.
    .catch(() => {});
}
