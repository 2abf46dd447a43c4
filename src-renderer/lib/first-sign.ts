const SIGNS = ['pointerdown', 'pointermove', 'touchstart', 'keydown', 'scroll', 'wheel'] as const;

/** So long after a page has come nothing else of it is on its way. */
const REST_MS = 3_000;

let sign: Promise<void> | undefined;

/**
 * Resolves at the first sign that somebody is there: what a reader of the first screenful does not
 * need is fetched then, and not before. At build time, and after any earlier sign, it has resolved.
 */
export function firstSign(): Promise<void> {
  sign ??= typeof window === 'undefined' ? Promise.resolve() : waitForSign();
  return sign;
}

function waitForSign(): Promise<void> {
  // A reload that kept its place, or an address with an anchor, has scrolled before we listened.
  if (window.scrollY > 0 || window.location.hash) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      for (const name of SIGNS) window.removeEventListener(name, done, true);
      resolve();
    };
    for (const name of SIGNS) {
      window.addEventListener(name, done, { capture: true, passive: true });
    }
  });
}

/**
 * For what must be here before the first touch, as a phone's line may be slower than the time it gives a page to sound
 * after one: the first sign, or the page at rest. Who spares her data is waited for.
 */
export function firstSignOrRest(): Promise<void> {
  if (navigator.connection?.saveData) return firstSign();
  const rest = new Promise<void>((resolve) => {
    setTimeout(resolve, REST_MS);
  });
  return Promise.race([firstSign(), rest]);
}
