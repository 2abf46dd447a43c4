import type { PlayableTrack, Player } from '#renderer/data/playback.ts';

/** A player that only records its calls: 'toggle Abide', 'moveInQueue 2 1'. */
export function createRecordedPlayer(): Player & { readonly calls: string[] } {
  const calls: string[] = [];
  const note = (command: string, ...words: (string | number | boolean)[]) =>
    void calls.push([command, ...words].join(' '));
  const titles = (tracks: readonly PlayableTrack[]) => tracks.map(({ title }) => title).join(', ');
  return {
    calls,
    prepare: ({ title }) => note('prepare', title),
    play: ({ title }) => note('play', title),
    playQueue: (tracks) => note('playQueue', titles(tracks)),
    next: () => note('next'),
    previous: () => note('previous'),
    setRepeat: (mode) => note('setRepeat', mode),
    setAutoplay: (autoplays) => note('setAutoplay', autoplays),
    addToQueue: ({ title }, place) => note('addToQueue', title, place),
    moveInQueue: (from, to) => note('moveInQueue', from, to),
    removeFromQueue: (trackId) => note('removeFromQueue', trackId),
    pause: () => note('pause'),
    toggle: ({ title }) => note('toggle', title),
    seek: ({ title }, position) => note('seek', title, position),
    skip: ({ title }, seconds) => note('skip', title, seconds),
    stop: () => note('stop'),
  };
}
