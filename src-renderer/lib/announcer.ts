import { liveRegion } from './live-region.ts';

/** An action, its result and the next page's title are merged into one announcement. */
const ONE_ACTION_MS = 300;

/** The text is removed after this time, so that a screen reader's cursor does not find an outdated status. */
const READ_MS = 10_000;

/** Adds the page's live region. Call once. */
export function startAnnouncing(): void {
  const place = document.createElement('p');
  place.id = 'said';
  place.className = 'visually-hidden';
  place.role = 'status';
  // A modal dialog hides the rest of the page, but not elements with aria-live.
  place.ariaLive = 'polite';
  document.body.append(place);

  const waiting = new Map<string, string>();
  let timer: ReturnType<typeof setTimeout>;
  const say = () => {
    place.textContent = [...waiting.values()].join(' · ');
    waiting.clear();
    timer = setTimeout(() => {
      place.textContent = '';
    }, READ_MS);
  };
  liveRegion.announce = (sentence, about) => {
    waiting.delete(about);
    if (!sentence) return;
    waiting.set(about, sentence);
    // Cleared, so that a repeated text is announced again.
    place.textContent = '';
    clearTimeout(timer);
    timer = setTimeout(say, ONE_ACTION_MS);
  };
}
