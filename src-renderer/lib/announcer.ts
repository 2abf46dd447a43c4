import { liveRegion } from './live-region.ts';

/** An action, its result and the next page's title are merged into one announcement. */
const ONE_ACTION_MS = 300;

/** The text is removed after this time, so that a screen reader's cursor does not find an outdated status. */
const READ_MS = 10_000;

/** Adds the page's live region. Call once. */
export function startAnnouncing(): void {
  const region = document.createElement('p');
  region.id = 'said';
  region.className = 'visually-hidden';
  region.role = 'status';
  // A modal dialog hides the rest of the page, but not elements with aria-live.
  region.ariaLive = 'polite';
  document.body.append(region);

  const pending = new Map<string, string>();
  let timer: ReturnType<typeof setTimeout>;
  const announcePending = () => {
    region.textContent = [...pending.values()].join(' · ');
    pending.clear();
    timer = setTimeout(() => {
      region.textContent = '';
    }, READ_MS);
  };
  liveRegion.announce = (sentence, about) => {
    pending.delete(about);
    if (!sentence) return;
    pending.set(about, sentence);
    // Cleared, so that a repeated text is announced again.
    region.textContent = '';
    clearTimeout(timer);
    timer = setTimeout(announcePending, ONE_ACTION_MS);
  };
}
