/**
 * Features do not import each other: `app/` sets here how the player is loaded, and pages outside of it load it on
 * demand. `usePlayer()` then works.
 */
let loader: (() => Promise<void>) | undefined;

export function setPlayerLoader(load: () => Promise<void>): void {
  loader = load;
}

export function loadPlayer(): Promise<void> {
  return loader ? loader() : Promise.reject(new Error('setPlayerLoader was not called'));
}
