import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Makes every kind of storage throw on access, like a browser that blocks site data. */
const REFUSE = `for (const [owner, name] of [
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
  const proxy = createServer((asked, answer) => {
    const { 'accept-encoding': _, 'if-none-match': __, ...headers } = asked.headers;
    const passed = request(
      { hostname, port, method: asked.method, path: asked.url, headers },
      (given) => {
        const isDocument = given.headers['content-type']?.startsWith('text/html') === true;
        answer.writeHead(given.statusCode ?? 502, isDocument ? bare(given.headers) : given.headers);
        if (!isDocument) {
          given.pipe(answer);
          return;
        }
        given.setEncoding('utf8');
        void given.toArray().then((parts) => {
          answer.end(parts.join('').replace('<head>', `<head><script>${REFUSE}</script>`));
        });
      },
    );
    passed.on('error', () => answer.destroy());
    answer.on('close', () => passed.destroy());
    asked.pipe(passed);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  // A listening server has an address with a port.
  const { port: own } = proxy.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${own}`,
    stop: async () => {
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}

/** The content policy would block the injected script. */
function bare({
  'content-security-policy': _,
  'content-length': __,
  etag: ___,
  ...headers
}: IncomingHttpHeaders): IncomingHttpHeaders {
  return headers;
}
