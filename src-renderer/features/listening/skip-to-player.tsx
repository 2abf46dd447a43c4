import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';

export const PLAYER_BAR_ID = 'now-playing';

/**
 * The way over a whole page to the bar at its end (WCAG 2.4.1). Before the page, whichever frame it has,
 * and brought by the bar itself: where nothing sounds there is nothing to skip to.
 */
export function SkipToPlayer() {
  const [host, setHost] = useState<HTMLElement>();
  useEffect(() => {
    const place = document.createElement('div');
    document.body.prepend(place);
    setHost(place);
    return () => place.remove();
  }, []);
  if (!host) return null;
  return createPortal(
    <a className="skip" href={`#${PLAYER_BAR_ID}`}>
      Skip to the player
    </a>,
    host,
  );
}
