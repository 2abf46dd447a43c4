import type { Browser, CDPSession, Page } from 'puppeteer-core';
import { isOwnAddress } from '../modules/guards/own-address.ts';

interface GuardOptions {
  /** The server's origin; undefined until it is ready. */
  origin: () => string | undefined;
  /** A navigation to this address was blocked. */
  onRefused: (address: string) => void;
}

/** Allows our own pages only: no other site, window, download or permission. */
export async function guardPage(
  browser: Browser,
  page: Page,
  protocol: CDPSession,
  { origin, onRefused }: GuardOptions,
): Promise<void> {
  // Only documents are intercepted, so that recordings stream and cache as usual.
  protocol.on('Fetch.requestPaused', ({ requestId, request }) => {
    const own = origin();
    const isAllowed = own !== undefined && isOwnAddress(request.url, own);
    const response = isAllowed
      ? protocol.send('Fetch.continueRequest', { requestId })
      : protocol.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
    // A request that was cancelled meanwhile needs no answer.
    response.catch(() => undefined);
    if (!isAllowed) onRefused(request.url);
  });
  protocol.on('Page.frameRequestedNavigation', ({ url }) => {
    if (!/^https?:/.test(url)) onRefused(url);
  });
  await protocol.send('Page.enable');
  await protocol.send('Fetch.enable', {
    patterns: [{ urlPattern: '*', resourceType: 'Document' }],
  });
  browser.on('targetcreated', (target) => {
    if (target === page.target() || target.type() === 'other') return;
    void target
      .page()
      .then((other) => other?.close())
      .catch(() => undefined);
  });
  const browserSession = await browser.target().createCDPSession();
  // An empty list of granted permissions denies all others.
  await browserSession.send('Browser.grantPermissions', { permissions: [] });
  await browserSession.send('Browser.setDownloadBehavior', { behavior: 'deny' });
}
