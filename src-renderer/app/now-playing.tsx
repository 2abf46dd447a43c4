import { useAtomValue } from 'jotai';
import { type ComponentType, useEffect, useState } from 'react';
import { lazyPart } from '#renderer/components/lazy-part.tsx';
import { playbackAtom, queueAtom } from '#renderer/data/playback.ts';
import { useLocation } from '#renderer/lib/router.tsx';

/** On the public pages fetched with the player and not before: a page on which nothing sounds does not carry it. */
const BAR = lazyPart(() =>
  import('#renderer/features/listening/now-playing-bar.tsx').then((module) => module.NowPlayingBar),
);

export async function preloadNowPlaying(): Promise<void> {
  await BAR.load();
}

/** The application's own pages carry it with them. */
export function provideNowPlaying(Bar: ComponentType): void {
  BAR.provide(Bar);
}

/** A pause in reach on every page while sound is loaded, but where the page itself is its player, as in labour. */
export function NowPlaying() {
  const { track } = useAtomValue(playbackAtom);
  const { offer } = useAtomValue(queueAtom);
  const { pathname } = useLocation();
  const [Bar, setBar] = useState<ComponentType>();
  const isPlayer = pathname.startsWith('/player/');
  const isOwn = pathname === '/labour' || pathname === `/player/${track?.id}`;
  const isWanted = track ? !isOwn : offer !== null && !isPlayer && !isOwn;

  // By hand and not by Suspense: a bar that does not arrive must not take the page with it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another track, or another page, is another attempt
  useEffect(() => {
    if (!isWanted || Bar) return;
    BAR.load().then(
      (part) => setBar(() => part),
      () => {},
    );
  }, [isWanted, Bar, track, pathname]);
  return isWanted && Bar ? <Bar /> : null;
}
