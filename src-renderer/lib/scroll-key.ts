import type { Location } from 'react-router-dom';

/** Key of the scroll position of a history entry; a sheet uses the key of the page under it. */
export function scrollKeyOf({ state, key }: Location): string {
  return Object(state).scrollKey ?? key;
}
