import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { PictureWindow } from '../modules/screen-picture.ts';
import { openDevtoolsPipe } from './devtools-pipe.ts';
import { bridgePage } from './page-bridge.ts';
import { guardPage } from './page-guard.ts';
import { attachToPage } from './page-session.ts';
import { watchPage } from './page-watch.ts';

/** One window without a browser's bars, nothing on the disk, nothing that a hand on glass opens by mistake. */
const FLAGS = [
  '--kiosk',
  '--incognito',
  '--app=about:blank',
  '--no-first-run',
  '--no-default-browser-check',
  '--noerrdialogs',
  '--disable-pinch',
  '--overscroll-history-navigation=0',
  '--disable-session-crashed-bubble',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A page that was left must not be kept whole in memory for the way back.
  '--disable-features=BackForwardCache,Translate,AutofillServerCommunication',
  '--remote-debugging-pipe',
];
const HELPERS_MS = 500;
const PICTURE_QUALITY = 50;

interface WindowOptions {
  program: string;
  /** Over those a kiosk has. */
  flags: readonly string[];
  /** The built preload script. */
  preload: string;
  /** The server's origin; undefined until it is ready. */
  origin: () => string | undefined;
  readState: () => unknown;
  /** A call of the page that is at this address; what it throws is a refusal. */
  answer: (channel: string, input: unknown, address: string) => unknown;
  on: {
    input: () => void;
    crash: () => void;
    load: () => void;
    /** The page was about to go to this address, which was not let. */
    refused: (address: string) => void;
    /** The browser has ended, by whomever. */
    closed: () => void;
  };
  log: (line: string) => void;
}

export interface BrowserWindow extends PictureWindow {
  load(address: string): Promise<void>;
  /** The page should read the state again. */
  tellState(state: unknown): void;
  /** Cookies, caches and everything else that the browser keeps for an origin. */
  forget(origin: string): Promise<void>;
  close(): Promise<void>;
}

/** One Chromium with one page in it, which is looked after through its DevTools Protocol. */
export async function openBrowserWindow(options: WindowOptions): Promise<BrowserWindow> {
  const { origin, on, log } = options;
  const { browser, gone } = startBrowser(options);
  // The two pipes asked for below, in the order in which Chromium reads and writes them.
  const pipe = openDevtoolsPipe(browser.stdio[3] as Writable, browser.stdio[4] as Readable);
  const page = await attachToPage(pipe, log);
  const watch = watchPage(page);
  void gone.then(watch.stop).then(on.closed);
  pipe.on('Page.loadEventFired', on.load);
  pipe.on('Inspector.targetCrashed', on.crash);
  for (const domain of ['Runtime', 'Page', 'Inspector']) await page.send(`${domain}.enable`);
  const bridge = await bridgePage(page, {
    preload: options.preload,
    readState: options.readState,
    answer: (channel, input) => options.answer(channel, input, watch.address()),
    onInput: on.input,
    log,
  });
  await guardPage(page, { origin, onRefused: on.refused });
  return {
    tellState: bridge.tellState,
    look: watch.look,
    address: watch.address,
    async capture() {
      const jpeg = { format: 'jpeg', quality: PICTURE_QUALITY, optimizeForSpeed: true };
      const { data } = await page.send('Page.captureScreenshot', jpeg);
      return String(data);
    },
    async load(url) {
      await page.send('Page.navigate', { url });
    },
    async forget(ofOrigin) {
      await page.send('Storage.clearDataForOrigin', { origin: ofOrigin, storageTypes: 'all' });
      await page.send('Network.clearBrowserCookies');
      await page.send('Network.clearBrowserCache');
    },
    async close() {
      await pipe.send('Browser.close').catch(() => browser.kill());
      await gone;
    },
  };
}

/** With a profile that goes with it. */
function startBrowser({ program, flags }: WindowOptions): {
  browser: ChildProcess;
  gone: Promise<void>;
} {
  const profile = mkdtempSync(join(tmpdir(), 'cradlesong-kiosk-'));
  const browser = spawn(program, [...FLAGS, `--user-data-dir=${profile}`, ...flags], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  browser.once('exit', () => resolve());
  browser.once('error', () => resolve());
  const gone = promise.then(async () => {
    // Its helpers may write for a moment longer.
    await wait(HELPERS_MS);
    rmSync(profile, { recursive: true, force: true, maxRetries: 3 });
  });
  return { browser, gone };
}
