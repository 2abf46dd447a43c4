import { useAtomValue } from 'jotai';
import { useLocation } from 'react-router-dom';
import { lazyComponent } from '#renderer/components/lazy-component.tsx';
import { playbackAtom, queueAtom } from '#renderer/data/playback.ts';
import { isPageBrokenAtom } from './error-page.tsx';

/** Loaded with the player, so that pages without audio do not include it. */
export const NowPlayingBar = lazyComponent(() =>
  import('#renderer/features/listening/player/now-playing-bar.tsx').then(
    (module) => module.NowPlayingBar,
  ),
);

/** Shows playback controls while a track is loaded or suggested, except on its player page and in labour mode. */
export function NowPlaying() {
  const { track } = useAtomValue(playbackAtom);
  const { offer } = useAtomValue(queueAtom);
  const { pathname } = useLocation();
  const isBroken = useAtomValue(isPageBrokenAtom);
  const isPlayer = pathname.startsWith('/player/') && !isBroken;
  const hasOwnControls =
    pathname === '/labour' || (isPlayer && pathname === `/player/${track?.id}`);
  const isShown = !hasOwnControls && (track !== null || (offer !== null && !isPlayer));
  return isShown ? <NowPlayingBar /> : null;
}
