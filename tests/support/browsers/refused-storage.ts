import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import { listen } from '../servers/ports.ts';

/** Makes every kind of storage throw on access, like a browser that blocks site data. */
const REFUSE_SCRIPT = `for (const [owner, name] of [
  [window, 'localStorage'], [window, 'sessionStorage'], [window, 'indexedDB'], [window, 'caches'], [document, 'cookie'],
]) Object.defineProperty(owner, name, {
  get() { throw new DOMException('The operation is insecure.', 'SecurityError'); },
  set() { throw new DOMException('The operation is insecure.', 'SecurityError'); },
});`;

export interface RefusedStorage {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/**
 * A proxy of the site whose pages throw on every storage access from their first script on. WebDriver cannot inject a
 * script before the page's own, so the proxy rewrites each document.
 */
export async function refuseStorage(siteUrl: string): Promise<RefusedStorage> {
  const { hostname, port } = new URL(siteUrl);
  const proxy = createServer((req, res) => {
    const { 'accept-encoding': _, 'if-none-match': __, ...headers } = req.headers;
    const forwarded = request(
      { hostname, port, method: req.method, path: req.url, headers },
      (reply) => {
        const isDocument = reply.headers['content-type']?.startsWith('text/html') === true;
        res.writeHead(
          reply.statusCode ?? 502,
          isDocument ? stripCsp(reply.headers) : reply.headers,
        );
        if (!isDocument) {
          reply.pipe(res);
          return;
        }
        reply.setEncoding('utf8');
        void reply.toArray().then((parts) => {
          res.end(parts.join('').replace('<head>', `<head><script>${REFUSE_SCRIPT}</script>`));
        });
      },
    );
    forwarded.on('error', () => res.destroy());
    res.on('close', () => forwarded.destroy());
    req.pipe(forwarded);
  });
  return {
    url: `http://127.0.0.1:${await listen(proxy)}`,
    stop: async () => {
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}

/** The content policy would block the injected script. */
function stripCsp({
  'content-security-policy': _,
  'content-length': __,
  etag: ___,
  ...headers
}: IncomingHttpHeaders): IncomingHttpHeaders {
  return headers;
}
