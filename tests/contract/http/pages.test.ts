import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { findRoute, ROUTES } from '#contract/constants/pages/routes.ts';
import { toJson } from '#db/codecs.ts';
import { insertRows } from '#tests/support/databases/create-test-db.ts';
import { createTestServer, type TestServer } from '#tests/support/servers/create-test-server.ts';
import { requestRaw } from '#tests/support/servers/http-client.ts';

const SCRIPT = 'console.info("calm");\n'.repeat(200);

/** A minimal build, so that these tests need no real one. */
function createBuild(): string {
  const folder = mkdtempSync(join(tmpdir(), 'renderer-'));
  mkdirSync(join(folder, 'assets'));
  const page = (body: string) =>
    `<!doctype html><html><head><title>x</title><script>theme()</script></head><body>${body}</body></html>`;
  writeFileSync(join(folder, 'index.html'), page('the document'));
  const script = join(folder, 'assets/index-AbCd1234.js');
  writeFileSync(script, SCRIPT);
  writeFileSync(`${script}.br`, brotliCompressSync(SCRIPT));
  writeFileSync(`${script}.gz`, gzipSync(SCRIPT));
  writeFileSync(join(folder, 'favicon.svg'), '<svg/>');
  writeFileSync(join(folder, 'sw.js'), 'keepTheFrame();');
  cpSync('src-renderer/public/manifest.webmanifest', join(folder, 'manifest.webmanifest'));
  writeFileSync(join(folder, 'assets/photo-AbCd1234.webp'), 'not text');
  return folder;
}

const server = await createTestServer({ config: { RENDERER_DIR: createBuild() } });
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(server.url + path, { headers });

describe('[R1] an address', () => {
  test.each(
    ROUTES.map((route) => [route.path.replace(':trackId', '7').replace(':tab', 'users'), route]),
  )('%s opens a page with a title of its own', async (path, route) => {
    const answer = await get(path);
    const html = await answer.text();
    expect(answer.status).toBe(200);
    expect(html).toContain('the document');
    expect(html).toContain(`${route.title.replaceAll('&', '&amp;')}`);
    expect(html).toContain('id="public-config"');
  });

  test.each(['/nowhere', '/home/x', '/%E0%A4%A', '/..%2f..'])(
    '%s that is unknown shows a not-found page, with status 404',
    async (path) => {
      const answer = await requestRaw(server.url, path, { headers: { accept: 'text/html' } });
      expect(answer.status).toBe(404);
      expect(answer.headers['content-type']).toContain('text/html');
      expect(answer.body).toContain('find that page');
      expect(answer.headers['cache-control']).toBe('no-store');
    },
  );

  test('gets a JSON error instead of a page if its file is missing', async () => {
    const answer = await get('/assets/gone-AbCd1234.js');
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toContain('application/json');
  });
});

describe('a file of the build', () => {
  test('is cached for ever if its name has a hash, and compressed by the build', async () => {
    const answer = await requestRaw(server.url, '/assets/index-AbCd1234.js', {
      headers: { 'accept-encoding': 'gzip, deflate, br' },
    });
    expect(answer.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'text/javascript',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
    });
    expect(brotliDecompressSync(Buffer.from(answer.body, 'latin1')).toString()).toBe(SCRIPT);
  });

  test('has none of the headers that only a document needs', async () => {
    const script = (await get('/assets/index-AbCd1234.js')).headers;
    const page = (await get('/home')).headers;
    for (const name of ['permissions-policy', 'x-frame-options']) {
      expect(script.get(name)).toBeNull();
      expect(page.get(name)).not.toBeNull();
    }
    expect(script.get('x-content-type-options')).toBe('nosniff');
    expect(script.get('content-security-policy')).toContain("default-src 'none'");
  });

  test('has an ETag for each encoding, and is not sent twice', async () => {
    const path = '/assets/index-AbCd1234.js';
    const brotli = await get(path, { 'accept-encoding': 'br' });
    const plain = await get(path, { 'accept-encoding': 'identity' });
    const tag = brotli.headers.get('etag') ?? '';
    expect(tag).toMatch(/^W\/"[\w-]+"$/);
    expect(plain.headers.get('etag')).not.toBe(tag);
    expect(await plain.text()).toBe(SCRIPT);
    const again = await requestRaw(server.url, path, {
      headers: { 'accept-encoding': 'br', 'if-none-match': tag },
    });
    expect(again.status).toBe(304);
  });

  test('supports ranges if it is not text', async () => {
    const answer = await get('/assets/photo-AbCd1234.webp', { range: 'bytes=0-2' });
    expect([answer.status, await answer.text()]).toEqual([206, 'not']);
  });

  test.each(['/index.html', '/.vite/manifest.json', '/assets/index-AbCd1234.js.br'])(
    'is not served at %s',
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );

  test('is revalidated each time if its name has no hash', async () => {
    expect((await get('/favicon.svg')).headers.get('cache-control')).toBe('no-cache');
  });
});

describe('every page', () => {
  test('has nosniff, a referrer policy and a request id, and does not name the server software', async () => {
    const { headers } = await get('/home');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(headers.get('x-request-id')).toMatch(/^req_/);
    expect(headers.get('x-powered-by')).toBeNull();
  });

  test('may load only our own files, and run only the inline script of the build', async () => {
    const policy = (await get('/home')).headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/=]+'(;|$)/);
    // Third parties must not learn who views a page.
    expect(policy).toContain("img-src 'self' data: blob:;");
    expect(policy).toContain("media-src 'self' blob:;");
    expect(policy).not.toContain('unsafe-eval');
    expect(policy).not.toContain('upgrade-insecure-requests');
    expect(policy).toContain("frame-ancestors 'none'");
  });

  test('sets HSTS only over https', async () => {
    expect((await get('/')).headers.get('strict-transport-security')).toBeNull();
    const secure = await createTestServer({ config: { SITE_URL: 'https://site.example' } });
    const answer = await fetch(`${secure.url}/healthz`);
    expect(answer.headers.get('strict-transport-security')).toContain('max-age=31536000');
  });
});

test('a page contains only the settings that it needs', async () => {
  const page = await (await get('/contact')).text();
  const [, known = '{}'] = /id="public-config">(.*?)<\/script>/.exec(page) ?? [];
  expect(Object.keys(JSON.parse(known)).sort().join()).toBe(
    'anonKey,brand,magicLink,passwordLength,premiumGate,siteUrl',
  );
});

test('[D2] an announcement appears and disappears at its times, without a change in between; an invalid one is ignored', async () => {
  const put = (value: unknown) =>
    server.db.kysely
      .insertInto('settings')
      .values({ key: 'announcement', value: toJson(value) })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: toJson(value) }))
      .execute();
  const readHome = async () => (await get('/home')).text();
  const at = (minutes: number) => new Date(server.clock.now() + minutes * 60_000).toISOString();
  await put({ text: 'Rest well', from: at(10), until: at(20) });
  expect(await readHome()).not.toContain('"announcement"');
  server.clock.advance(10 * 60_000);
  expect(await readHome()).toContain('"announcement":"Rest well"');
  server.clock.advance(10 * 60_000);
  expect(await readHome()).not.toContain('"announcement"');
  await put('Rest well');
  expect(await readHome()).not.toContain('"announcement"');
});

test('search engines may index the intended pages and no others', async () => {
  const sitemap = await (await get('/sitemap.xml')).text();
  expect(sitemap).toContain(`<loc>${server.url}/contact</loc>`);
  expect(sitemap).not.toContain('/home<');
  expect(await (await get('/robots.txt')).text()).toContain('Disallow: /admin');
});

test('while a build replaces the files, a page is refused instead of empty', async () => {
  const folder = createBuild();
  const { url } = await createTestServer({ config: { RENDERER_DIR: folder } });
  rmSync(join(folder, 'index.html'));
  const answer = await fetch(`${url}/login`);
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
});

test('the service worker of the build is served; on a kiosk no page registers it, and an installed one unregisters itself', async () => {
  const config = { RENDERER_DIR: createBuild(), KIOSK: true };
  const kiosk = await createTestServer({ config });
  const read = async ({ url }: TestServer, path: string) => (await fetch(url + path)).text();
  expect(await read(server, '/sw.js')).toBe('keepTheFrame();');
  expect(await read(server, '/home')).not.toContain('isWorkerOff');
  expect(await read(kiosk, '/sw.js')).toContain('unregister()');
  expect(await read(kiosk, '/sw.js')).not.toContain('keepTheFrame');
  expect(await read(kiosk, '/home')).toContain('"isWorkerOff":true');
});

test('the web app manifest has shortcuts whose pages exist, and the name set by the owner', async () => {
  const renamed = await createTestServer({ config: { RENDERER_DIR: createBuild() } });
  const read = async () => {
    const answer = await fetch(`${renamed.url}/manifest.webmanifest`);
    expect(answer.headers.get('content-type')).toContain('application/manifest+json');
    return answer.json();
  };
  const { name, shortcuts } = await read();
  expect(name).toBe('Cradlesong');
  const names = shortcuts.map((shortcut: { name: string }) => shortcut.name);
  expect(names).toEqual(['Continue', 'Labour mode']);
  for (const { url } of shortcuts) {
    expect(findRoute(new URL(url, server.url).pathname)).toBeDefined();
  }
  const brand = toJson({ name: 'Selah & Sons' });
  await insertRows(renamed.db, { settings: [{ key: 'brand', value: brand }] });
  const manifest = await read();
  expect(manifest).toMatchObject({ name: 'Selah & Sons', short_name: 'Selah & Sons' });
  expect(JSON.stringify(manifest)).not.toContain('Cradlesong');
});
