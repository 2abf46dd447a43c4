const RETRY_AFTER_MS = 500;

const failedSheets = new Set<HTMLLinkElement>();

// The error of a style sheet does not bubble, and Vite requests each sheet only once.
if (typeof document !== 'undefined') {
  const recordFailure = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedSheets.add(target);
  };
  document.addEventListener('error', recordFailure, { capture: true });
}

/**
 * Loads a chunk with its style sheets. Retries only once, because Chromium keeps the failure of a script until the page
 * is reloaded (`reload.ts`).
 */
export async function loadModule<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await loadOnce(load);
  } catch {
    await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS));
    return loadOnce(load);
  }
}

async function loadOnce<Part>(load: () => Promise<Part>): Promise<Part> {
  const [part] = await Promise.all([load(), ...[...failedSheets].map(loadSheetAgain)]);
  return part;
}

/** Replaces the link in place, which keeps the order of the cascade. */
function loadSheetAgain(link: HTMLLinkElement): Promise<void> {
  failedSheets.delete(link);
  const next = document.createElement('link');
  next.rel = 'stylesheet';
  next.crossOrigin = link.crossOrigin;
  next.href = link.href;
  return new Promise((resolve, reject) => {
    next.onload = () => resolve();
    next.onerror = () => reject(new Error(`A style sheet did not load: ${link.href}`));
    link.replaceWith(next);
  });
}
