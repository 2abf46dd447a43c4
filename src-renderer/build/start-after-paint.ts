const MODULE = /<script type="module"[^>]* src="([^"]+)"[^>]*><\/script>\n?/;
const PRELOAD = /<link rel="modulepreload"[^>]* href="([^"]+)"[^>]*>\n?/g;

/**
 * The document reads without its scripts: they are asked for when it has been painted, and take nothing
 * from the styles, the faces and the covers of the first screenful.
 */
export function startAfterPaint(html: string): string {
  const main = MODULE.exec(html)?.[1];
  if (main === undefined) throw new Error('The document has no script of its own');
  const preloads = [...html.matchAll(PRELOAD)].map(([, href]) => href);
  const parts = JSON.stringify([main, ...preloads]);
  const script = `(${start.toString().replaceAll(/\n\s*/g, '\n')})(${parts});`;
  return html
    .replace(MODULE, '')
    .replaceAll(PRELOAD, '')
    .replace('</body>', () => `<script>${script}</script>\n</body>`);
}

/** Runs in the page, so it names nothing from outside itself. */
function start(parts: [string, ...string[]]): void {
  let isStarted = false;
  const fetchParts = () => {
    if (isStarted) return;
    isStarted = true;
    for (const href of parts) {
      const link = document.createElement('link');
      document.head.append(Object.assign(link, { rel: 'modulepreload', href }));
    }
    void import(parts[0]);
  };
  // Safari has no requestIdleCallback.
  const soon = () =>
    'requestIdleCallback' in window
      ? requestIdleCallback(fetchParts, { timeout: 200 })
      : setTimeout(fetchParts, 50);
  requestAnimationFrame(soon);
  // In a tab behind others nothing is painted, and a style that hangs must not hold this up.
  setTimeout(fetchParts, document.hidden ? 0 : 2_000);
  // Somebody who presses waits for nothing else.
  addEventListener('pointerdown', fetchParts, { once: true, capture: true });
}
