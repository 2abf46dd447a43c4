/**
 * Features do not import each other: `app/` sets here how the player is loaded, and pages outside of it load it on
 * demand. `usePlayer()` then works.
 */
let load: (() => Promise<void>) | undefined;

export function providePlayer(loadPlayer: () => Promise<void>): void {
  load = loadPlayer;
}

export function wakePlayer(): Promise<void> {
  return load ? load() : Promise.reject(new Error('providePlayer was not called'));
}
