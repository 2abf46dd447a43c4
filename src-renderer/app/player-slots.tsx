import { NowPlayingBar } from '#renderer/features/player/now-playing-bar.tsx';

/** What features/player puts into the frame: the bar over the tab bar, the way to labour mode. */
export function NowPlayingSlot() {
  return <NowPlayingBar />;
}

export function LabourLinkSlot() {
  return null;
}
