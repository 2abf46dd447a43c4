import type { Browser, CDPSession, Page } from 'playwright';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { launchBrowser } from '#tests/support/browsers/browser.ts';
import { type ServerProcess, startServerProcess } from '#tests/support/servers/server-process.ts';
import { signUpTestUser, type TestUser } from '#tests/support/test-user.ts';
import type { Bench, Measurement } from './measure.ts';
import { PHONE } from './phone.ts';

/** Time until everything is prefetched, including the other screens. */
const SETTLING_MS = 6_000;
const LISTENED_MS = 60_000;

interface Traffic {
  /** API requests: tables, sign-in and custom calls; the change stream counts as one. */
  apiRequests: number;
  /** Fetched files: pages, scripts, styles, fonts and images. */
  files: number;
  bytes: number;
  soundBytes: number;
}

/** Counts the traffic from this call on, in bytes on the wire. */
async function countTraffic(devtools: CDPSession): Promise<Traffic> {
  const traffic: Traffic = { apiRequests: 0, files: 0, bytes: 0, soundBytes: 0 };
  const paths = new Map<string, string>();
  const fromCache = new Set<string>();
  await devtools.send('Network.enable');
  devtools.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.startsWith('http')) paths.set(requestId, new URL(request.url).pathname);
  });
  devtools.on('Network.requestServedFromCache', ({ requestId }) => fromCache.add(requestId));
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    const path = paths.get(requestId);
    if (path === undefined || fromCache.has(requestId) || response.fromDiskCache) return;
    if (response.fromServiceWorker) return;
    if (isApiRequest(path)) traffic.apiRequests += 1;
    else if (!isSound(path)) traffic.files += 1;
  });
  // Includes headers; the endless change stream is left out.
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const path = paths.get(requestId);
    if (path === undefined || fromCache.has(requestId)) return;
    if (isSound(path)) traffic.soundBytes += encodedDataLength;
    else traffic.bytes += encodedDataLength;
  });
  return traffic;
}

const isSound = (path: string) => /\.(mp3|m4a|opus|ogg)$/.test(path);
const isApiRequest = (path: string) =>
  [API_PATHS.tables, API_PATHS.auth, API_PATHS.changes, '/api/'].some((start) =>
    path.startsWith(start),
  );

async function visit(page: Page, url: string): Promise<Traffic> {
  const traffic = await countTraffic(await page.context().newCDPSession(page));
  await page.goto(url);
  await page.waitForTimeout(SETTLING_MS);
  return { ...traffic };
}

/** Traffic of one minute of a track started from the list, without the sound. */
async function listen(page: Page): Promise<Traffic> {
  const traffic = await countTraffic(await page.context().newCDPSession(page));
  await page
    .getByRole('button', { name: /^Play:/ })
    .first()
    .click();
  await page.waitForFunction(() => (document.querySelector('audio')?.currentTime ?? 0) > 0);
  await page.waitForTimeout(LISTENED_MS);
  return traffic;
}

function describe(what: string, { apiRequests, files, bytes }: Traffic): Measurement[] {
  return [
    { name: `one user, ${what}: API requests`, value: apiRequests, unit: 'requests' },
    { name: `one user, ${what}: files`, value: files, unit: 'requests' },
    { name: `one user, ${what}: without the recording`, value: bytes / 1024, unit: 'KiB' },
  ];
}

async function measureVisits(
  browser: Browser,
  server: ServerProcess,
  { storageState }: TestUser,
): Promise<Measurement[]> {
  const context = await browser.newContext({ ...PHONE, storageState });
  const first = await context.newPage();
  const firstVisit = await visit(first, `${server.url}/home`);
  await first.close();
  const page = await context.newPage();
  const later = await visit(page, `${server.url}/home`);
  const minute = await listen(page);
  await context.close();
  return [
    ...describe('first visit', firstVisit),
    ...describe('later visit', later),
    ...describe('a minute of listening', minute),
    {
      name: 'one user, a minute of listening: recording, prefetched',
      value: minute.soundBytes / 1024,
      unit: 'KiB',
    },
  ];
}

/** Requests of one signed-in user; docs/scale.md calculates with them. */
export const visitBench: Bench = {
  name: 'visit',
  async run() {
    const env = { AUTH_AUTOCONFIRM: 'on' };
    const [server, browser] = await Promise.all([startServerProcess({ env }), launchBrowser()]);
    try {
      return await measureVisits(browser, server, await signUpTestUser(server));
    } finally {
      await browser.close();
      await server.stop();
    }
  },
};
