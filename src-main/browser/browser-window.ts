import { rmSync } from 'node:fs';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { KIOSK_HOME } from '../modules/window/window-content.ts';
import { type BridgeOptions, bridgePage } from './page-bridge.ts';
import { guardPage } from './page-guard.ts';

/** One window without browser UI that writes nothing to the disk. */
const FLAGS = [
  '--kiosk',
  '--incognito',
  '--app=about:blank',
  '--noerrdialogs',
  '--disable-pinch',
  '--overscroll-history-navigation=0',
  '--disable-session-crashed-bubble',
  // Pages of an earlier session must not stay in memory for Back.
  '--disable-features=BackForwardCache,AutofillServerCommunication',
  // Puppeteer adds this flag only if no other debugging flag is given.
  '--remote-debugging-pipe',
];
/** Puppeteer's defaults for tests, such as the automation banner, which a kiosk must not have. */
const UNWANTED_FLAGS = ['--enable-automation', '--disable-extensions', '--disable-popup-blocking'];
const FIRST_PAGE_MS = 3_000;
const CHECK_PLAYING_MS = 1_000;
/** After this many unanswered checks a page counts as hung; long enough for a slow machine. */
const MAX_MISSES = 15;

interface WindowOptions extends Omit<BridgeOptions, 'onInput'> {
  program: string;
  flags: readonly string[];
  /** The browser's profile; emptied before each start, so that a crash leaves nothing behind. */
  profile: string;
  /** The server's origin; undefined until it is ready. */
  origin: () => string | undefined;
  on: {
    input: () => void;
    crash: () => void;
    load: () => void;
    /** A navigation to this address was blocked. */
    refused: (address: string) => void;
    closed: () => void;
  };
}

export type BrowserWindow = Awaited<ReturnType<typeof openBrowserWindow>>;

/**
 * Starts Chromium with one page and controls it over a pipe. Rejects when the browser ends before its page is ready.
 */
export async function openBrowserWindow(options: WindowOptions) {
  const { origin, on, log } = options;
  const browser = await launch(options);
  try {
    const page = await findPage(browser);
    const protocol = await page.createCDPSession();
    page.on('load', () => {
      on.load();
      // The history would show the pages of an earlier session.
      protocol.send('Page.resetNavigationHistory').catch(() => undefined);
    });
    page.on('error', on.crash);
    // The `beforeunload` dialog of an upload must not keep the page of an ended session open.
    page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
    const bridge = await bridgePage(page, {
      preload: options.preload,
      readState: options.readState,
      answer: options.answer,
      onInput: on.input,
      log,
    });
    await guardPage(browser, page, protocol, { origin, onRefused: on.refused });
    const playing = watchPlaying(page, () => {
      log('page does not respond; killing it');
      protocol.send('Page.crash').catch(() => undefined);
    });
    // Closing the last window does not end the browser on macOS.
    page.once('close', () => void browser.close().catch(() => undefined));
    browser.once('disconnected', () => {
      playing.stop();
      on.closed();
    });
    // The browser may have ended while its page was being prepared.
    if (!browser.connected) throw new Error('the browser exited during its start');
    return {
      tellState: bridge.tellState,
      look: () => ({
        isSounding: playing.isPlaying(),
        isFirstScreen: URL.parse(page.url())?.pathname === KIOSK_HOME,
      }),
      async load(url: string) {
        const { errorText } = await protocol.send('Page.navigate', { url });
        if (errorText) throw new Error(errorText);
      },
      /** Clears cookies, caches and all storage of an origin. */
      async forget(ofOrigin: string) {
        await protocol.send('Storage.clearDataForOrigin', {
          origin: ofOrigin,
          storageTypes: 'all',
        });
        await protocol.send('Network.clearBrowserCookies');
        await protocol.send('Network.clearBrowserCache');
      },
      close: () => browser.close(),
    };
  } catch (error) {
    browser.process()?.kill('SIGKILL');
    throw error;
  }
}

function launch({ program, flags, profile }: WindowOptions): Promise<Browser> {
  rmSync(profile, { recursive: true, force: true, maxRetries: 3 });
  return puppeteer.launch({
    executablePath: program,
    headless: false,
    pipe: true,
    defaultViewport: null,
    waitForInitialPage: false,
    ignoreDefaultArgs: UNWANTED_FLAGS,
    args: [...FLAGS, `--user-data-dir=${profile}`, ...flags],
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
}

/** The page Chromium opens at start; without one, a new page. */
async function findPage(browser: Browser): Promise<Page> {
  const first = await browser
    .waitForTarget((target) => target.type() === 'page', { timeout: FIRST_PAGE_MS })
    .catch(() => undefined);
  return (await first?.page()) ?? (await browser.newPage());
}

/** Polls the page's media session for playback. A page that hangs does not answer and does not end its session. */
function watchPlaying(page: Page, onHang: () => void): { isPlaying(): boolean; stop(): void } {
  let isPlaying = false;
  let misses = 0;
  const timer = setInterval(async () => {
    misses += 1;
    if (misses === MAX_MISSES) onHang();
    isPlaying = await page
      .evaluate(() => navigator.mediaSession?.playbackState === 'playing')
      .catch(() => false);
    misses = 0;
  }, CHECK_PLAYING_MS);
  return { isPlaying: () => isPlaying, stop: () => clearInterval(timer) };
}
