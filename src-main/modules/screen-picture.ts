export interface PictureWindow {
  look(): { isSounding: boolean; isFirstScreen: boolean };
  /** Where its page is. */
  address(): string;
  /** What is on it now: a JPEG in base64. */
  capture(): Promise<string>;
}

/**
 * A picture of the kiosk's screen for whoever looks after it, in base64; null while somebody is there. Of the first
 * screen, on which nobody's session is, and of what is no page of the server at all: a notice of the shell's own.
 */
export async function takePicture(window: PictureWindow): Promise<string | null> {
  const isFree = () => {
    const { isSounding, isFirstScreen } = window.look();
    return !isSounding && (isFirstScreen || !window.address().startsWith('http'));
  };
  if (!isFree()) return null;
  const picture = await window.capture();
  // She may have come while it was taken.
  return isFree() ? picture : null;
}
