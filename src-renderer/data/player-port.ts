/**
 * The player is a feature, and features do not import each other: `app/` says here how it is
 * loaded, and a page outside the player wakes it when it wants sound. `usePlayer()` then works.
 */
let load: (() => Promise<void>) | undefined;

export function providePlayer(loadPlayer: () => Promise<void>): void {
  load = loadPlayer;
}

export function wakePlayer(): Promise<void> {
  return load ? load() : Promise.reject(new Error('No player is wired'));
}
