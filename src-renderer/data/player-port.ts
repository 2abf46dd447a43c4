/**
 * Features do not import each other: `app/` registers the function that loads the player, and a page that has no player
 * yet calls it on demand. `usePlayer()` then works.
 */
let loader: (() => Promise<void>) | undefined;

export function setPlayerLoader(load: () => Promise<void>): void {
  loader = load;
}

export function loadPlayer(): Promise<void> {
  return loader ? loader() : Promise.reject(new Error('setPlayerLoader was not called'));
}
