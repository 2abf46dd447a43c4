declare global {
  interface Window {
    /** Of the inline script of index.html, as long as no page listens; tells whoever waits below. */
    early?: (() => void) | undefined;
  }
  interface WindowEventMap {
    alive: CustomEvent<Early>;
  }
}

/** What was typed and pressed before a page listened. */
export interface Early {
  /** What was typed into which field. */
  readonly typed: ReadonlyMap<HTMLInputElement | HTMLTextAreaElement, string>;
  /** The button that was pressed last. */
  readonly button?: HTMLElement;
  /** When that was. */
  readonly at?: number;
}

/** Calls back when a served page has been taken over whole: until then it must look as it was served. */
export function whenPageAlive(act: () => void): void {
  if (window.early) addEventListener('alive', act, { once: true });
  else act();
}
