declare global {
  interface Window {
    /** Set by the inline script of index.html to record input until hydration. */
    early?: (() => EarlyInput) | undefined;
    /** Set by index.html: reloads the page once the server responds. */
    reloadWhenReachable?: () => Promise<void>;
  }
}

/** Input recorded before hydration. */
interface EarlyInput {
  /** In the order of the last input; `true` for a radio or checkbox that was checked. */
  readonly typed: ReadonlyMap<HTMLInputElement | HTMLTextAreaElement, string | true>;
  /** The last button pressed. */
  readonly button?: HTMLElement;
  /** When `button` was pressed, as `performance.now()`. */
  readonly at?: number;
}

/** Older presses are dropped, because a late effect would surprise. index.html shows the button as busy that long. */
const MAX_PRESS_AGE_MS = 8_000;

/** Replays input recorded before hydration. */
export function replayEarlyInput(): void {
  const early = window.early?.();
  if (!early) return;
  const { typed, button, at = 0 } = early;
  for (const [field, value] of typed) {
    if (value === true) check(field);
    else type(field, value);
  }
  // Runs after React has processed the typed values, so that a form submits them.
  if (button && performance.now() - at < MAX_PRESS_AGE_MS) setTimeout(() => button.click());
}

/** Unchecks it first: React only notices a change from what it last saw. */
function check(field: HTMLElement): void {
  Object.assign(field, { checked: false });
  field.click();
}

/** Sets a value as a browser does: React compares it with the value it last saw. */
function type(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  field.value = '';
  Reflect.set(Object.getPrototypeOf(field), 'value', value, field);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
