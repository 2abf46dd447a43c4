const failed = new Set<HTMLLinkElement>();

// A style sheet's failure does not bubble; whoever waits for a part hears of it only the first time.
if (typeof document !== 'undefined') {
  document.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failed.add(target);
    },
    true,
  );
}

/**
 * Asks again for every style sheet that did not come, each in its place in the cascade. The build's
 * loader asks for a sheet once: without this a part that comes with the second try comes unstyled.
 */
export async function fetchFailedStyles(): Promise<void> {
  await Promise.all([...failed].map(fetchAgain));
}

function fetchAgain(link: HTMLLinkElement): Promise<void> {
  failed.delete(link);
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
