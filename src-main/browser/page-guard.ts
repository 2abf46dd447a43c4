import { z } from 'zod';
import { isOwnAddress } from '../modules/own-address.ts';
import type { PageSession } from './page-session.ts';

interface GuardOptions {
  /** The server's origin; undefined until it is ready. */
  origin: () => string | undefined;
  /** The page was about to go to this address, which was not let. */
  onRefused: (address: string) => void;
}

const targetSchema = z.object({
  targetInfo: z.object({ targetId: z.string(), type: z.string() }),
});
const requestSchema = z.object({
  requestId: z.string(),
  request: z.object({ url: z.string() }),
});

/** Our own pages and nothing else: no other site, no other window, no download, no permission. */
export async function guardPage(page: PageSession, options: GuardOptions): Promise<void> {
  const { pipe, targetId, send, quietly } = page;
  const { origin, onRefused } = options;

  // Only documents are held up: one that leads elsewhere does not begin.
  pipe.on('Fetch.requestPaused', (params) => {
    const { requestId, request } = requestSchema.parse(params);
    const own = origin();
    if (own && isOwnAddress(request.url, own)) {
      quietly('Fetch.continueRequest', { requestId });
      return;
    }
    quietly('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
    onRefused(request.url);
  });
  pipe.on('Page.frameRequestedNavigation', ({ url }) => {
    if (!/^https?:/.test(String(url))) onRefused(String(url));
  });
  pipe.on('Target.targetCreated', (params) => {
    const { type, targetId: other } = targetSchema.parse(params).targetInfo;
    if (type !== 'page' || other === targetId) return;
    pipe.send('Target.closeTarget', { targetId: other }).catch(() => undefined);
  });

  await send('Fetch.enable', { patterns: [{ urlPattern: '*', resourceType: 'Document' }] });
  await pipe.send('Target.setDiscoverTargets', { discover: true });
  // Grants nothing, and so refuses everything.
  await pipe.send('Browser.grantPermissions', { permissions: [] });
  await pipe.send('Browser.setDownloadBehavior', { behavior: 'deny' });
}
