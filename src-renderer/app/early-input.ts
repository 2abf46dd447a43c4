declare global {
  interface Window {
    /** Set by the inline script of index.html to record input until hydration. */
    early?: (() => EarlyInput) | undefined;
  }
}

/** Input recorded before hydration. */
interface EarlyInput {
  readonly typed: ReadonlyMap<HTMLInputElement | HTMLTextAreaElement, string>;
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
  for (const [field, value] of typed) type(field, value);
  // Runs after React has processed the typed values, so that a form submits them.
  if (button && performance.now() - at < MAX_PRESS_AGE_MS) setTimeout(() => button.click());
}

/** Sets a value as a browser does: React compares it with the value it last saw. */
function type(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  field.value = '';
  const kind = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
