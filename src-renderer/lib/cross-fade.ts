/** For pictures that the new page still has to fetch; after that the fade does not wait for them. */
const PICTURES_MS = 300;

let latest: ViewTransition | undefined;

/**
 * Makes a change of the whole page, such as of its theme, as one cross-fade in which no part fades by
 * itself: from the old picture of the page to the new one, once that is complete. At once where a browser
 * has no view transitions, and for whoever wants no motion.
 */
export async function crossFade(change: () => void): Promise<void> {
  const { classList } = document.documentElement;
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (isStill || !('startViewTransition' in document)) return change();
  classList.add('cross-fading');
  const fade = document.startViewTransition(async () => {
    change();
    await Promise.race([picturesInView(), wait(PICTURES_MS)]);
  });
  latest = fade;
  // Skipped, as in a window that nobody sees: the change is made all the same.
  fade.ready.catch(() => {});
  await fade.finished.catch(() => {});
  // A change before the end of the one before skips that one, whose own change stays.
  if (latest === fade) classList.remove('cross-fading');
}

async function picturesInView(): Promise<void> {
  // React has followed by then.
  await wait(0);
  const shown = [...document.images].filter((image) => {
    const { top, bottom } = image.getBoundingClientRect();
    return bottom > 0 && top < window.innerHeight;
  });
  await Promise.all(shown.map((image) => image.decode().catch(() => {})));
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
