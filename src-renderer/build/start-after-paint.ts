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
    // One that hangs must not hold the page up.
    const styled = Promise.race([
      fetchSheets(),
      new Promise((resolve) => setTimeout(resolve, 3_000)),
    ]);
    for (const href of parts) {
      const link = document.createElement('link');
      document.head.append(Object.assign(link, { rel: 'modulepreload', href }));
    }
    void styled.then(() => import(parts[0]));
  };
  // Where the server left only the rules of the first paint (server/http/critical-styles.ts).
  const fetchSheets = async () => {
    const critical = document.querySelector('style[data-critical]');
    if (!critical) return;
    const links = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"][disabled]');
    const loads = Array.from(links, (link) => {
      const isThere = new Promise<boolean>((resolve) => {
        link.onload = () => resolve(true);
        link.onerror = () => resolve(false);
      });
      link.media = 'all';
      link.disabled = false;
      return isThere;
    });
    // Without one of them this is still the better half.
    if ((await Promise.all(loads)).every(Boolean)) critical.remove();
  };
  // Safari has no requestIdleCallback.
  const soon = () =>
    'requestIdleCallback' in window
      ? requestIdleCallback(fetchParts, { timeout: 200 })
      : setTimeout(fetchParts, 50);
  requestAnimationFrame(soon);
  // In a tab behind others nothing is painted.
  setTimeout(fetchParts, document.hidden ? 0 : 2_000);
  // Somebody who presses waits for nothing else.
  addEventListener('pointerdown', fetchParts, { once: true, capture: true });
}
