/** What features/player puts into the frame: the bar over the tab bar, the way to labour mode. */
export function NowPlayingSlot() {
  return null;
}

export function LabourLinkSlot() {
  return null;
}
