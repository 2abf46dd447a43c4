/** An action, its result and the next page's title are merged into one announcement. */
const ONE_ACTION_MS = 300;

/** The text is removed after this time, so that a screen reader's cursor does not find an outdated status. */
const READ_MS = 10_000;

const pending = new Map<string, string>();
let region: HTMLElement | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Adds the page's live region. Call once. */
export function addLiveRegion(): void {
  region = document.createElement('p');
  region.id = 'said';
  region.className = 'visually-hidden';
  region.role = 'status';
  // A modal dialog hides the rest of the page, but not elements with aria-live.
  region.ariaLive = 'polite';
  document.body.append(region);
}

/** Screen reader announcements. */
export const liveRegion = {
  /** A newer sentence about the same subject replaces a pending one; an empty sentence only cancels it. */
  announce(sentence: string, about: string): void {
    pending.delete(about);
    if (!region || !sentence) return;
    pending.set(about, sentence);
    // Cleared, so that a repeated text is announced again.
    setText('');
    clearTimeout(timer);
    timer = setTimeout(announcePending, ONE_ACTION_MS);
  },
};

function announcePending(): void {
  setText([...pending.values()].join(' · '));
  pending.clear();
  timer = setTimeout(setText, READ_MS, '');
}

function setText(text: string): void {
  if (region) region.textContent = text;
}
