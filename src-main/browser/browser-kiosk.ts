import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join, resolve } from 'node:path';
import { createHandlers } from '../ipc/handlers.ts';
import { registerCalls } from '../ipc/register.ts';
import { createDesktopState } from '../modules/desktop-state.ts';
import { openKeptFile } from '../modules/kept-file.ts';
import { openLogFile } from '../modules/log-file.ts';
import { watchServer } from '../modules/server-watch.ts';
import { createWindowContent } from '../modules/window-content.ts';
import { windowFileSchema } from '../modules/window-state.ts';
import { createShellKiosk } from '../shell-kiosk.ts';
import { type BrowserWindow, openBrowserWindow } from './browser-window.ts';
import { createForkedServer } from './forked-server.ts';

export interface BrowserKioskOptions {
  /** A Chromium. */
  program: string;
  /** Of the browser, over those a kiosk has. */
  flags: readonly string[];
  /** The kiosk's own folder: its settings, PIN, log and the server's data. */
  userData: string;
  /** Folder of the built main process, beside which the preload script lies. */
  outDir: string;
  environment: Readonly<Record<string, string | undefined>>;
  version: string;
  /** Started to be set up: only then may a first PIN be chosen. */
  isSetUp: boolean;
  /** All is over, because staff closed it. */
  onEnd: () => void;
}

const FRESH_PAGE_MS = 2_000;
const BROWSER_BACK_MS = 1_000;
/** The browser comes with the machine by whoever starts this program with it. */
const LOGIN_ITEM = { isSet: () => false, set: () => false };

/** The shell's own modules, put together for a window that is a browser's. */
function createParts(options: BrowserKioskOptions, findWindow: () => BrowserWindow | undefined) {
  const { userData, outDir, environment, version } = options;
  const logDir = join(userData, 'logs');
  const log = openLogFile({ dir: logDir, name: 'main' }).write;
  const windowFile = openKeptFile(join(userData, 'window.json'), windowFileSchema);
  const news = new EventEmitter();
  const server = createForkedServer({ userData, outDir, environment, windowFile, log });
  const content = createWindowContent({
    load: async (address) => findWindow()?.load(address),
    isKiosk: true,
    logDir,
    pagesUrl: undefined,
    act: { retry: server.retryNow, logs: () => undefined, quit: () => undefined },
    log,
  });
  server.onState(content.follow);
  const kiosk = createShellKiosk({
    isKiosk: true,
    version,
    userData,
    networkInterfaces,
    log,
    relaunch() {
      server.restart();
      content.openHome();
    },
    server,
    window: {
      look: () => findWindow()?.look() ?? { isSounding: false, isFirstScreen: true },
      address: () => findWindow()?.address() ?? 'about:blank',
      capture: () => findWindow()?.capture() ?? Promise.reject(new Error('There is no window')),
    },
    windowFile,
    announce: () => void news.emit('change'),
  });
  const state = createDesktopState({
    version,
    isKiosk: true,
    pin: kiosk.pin,
    settings: kiosk.settings,
    loginItem: LOGIN_ITEM,
    readSharing: kiosk.sharing.read,
    readClosed: kiosk.closing.read,
    readMainServer: kiosk.mainServer.read,
  });
  news.on('change', state.announce);
  return { log, server, content, kiosk, state };
}

/** What a page may ask, by channel. */
function createCalls(
  { log, server, content, kiosk, state }: ReturnType<typeof createParts>,
  window: { isSetUp: boolean; quit: () => void; forget: (origin: string) => Promise<void> },
) {
  const calls = new Map<string, (event: never, input: unknown) => unknown>();
  let patience: NodeJS.Timeout | undefined;
  registerCalls({
    ipcMain: {
      handle: (channel, listener) => void calls.set(channel, listener),
      // The state comes with the document.
      on: () => undefined as never,
    },
    origin: server.url,
    readState: state.read,
    handlers: createHandlers({
      state,
      ...kiosk,
      loginItem: LOGIN_ITEM,
      isSetUp: window.isSetUp,
      quit: window.quit,
      async endSession() {
        patience = setTimeout(content.openHome, FRESH_PAGE_MS);
        const url = server.url();
        if (url) await window.forget(url);
      },
    }),
    log,
  });
  return {
    answer: (channel: string, input: unknown, address: string) =>
      // As much of an event as `registerCalls` looks at.
      calls.get(channel)?.({ senderFrame: { url: address, parent: null } } as never, input),
    /** A page that has come by itself need not be brought. */
    noteFreshPage: () => clearTimeout(patience),
  };
}

/**
 * The kiosk's pages in a Chromium that is there already: PIN, opening hours, idle time, reports and the clean slate are
 * the shell's own. What Electron alone can lock is left to whoever locks the machine (docs/kiosk.md).
 */
export function startBrowserKiosk(options: BrowserKioskOptions): { stop(): Promise<void> } {
  const { program, flags, outDir, isSetUp, onEnd } = options;
  let window: BrowserWindow | undefined;
  let isEnding = false;
  const parts = createParts(options, () => window);
  const { log, server, content, kiosk, state } = parts;
  state.onChange((next) => window?.tellState(next));
  const calls = createCalls(parts, {
    isSetUp,
    quit: () => void stop().then(onEnd),
    forget: async (origin) => window?.forget(origin),
  });
  const preload = readFileSync(resolve(outDir, '../preload/index.cjs'), 'utf8');

  async function open(): Promise<void> {
    window = await openBrowserWindow({
      program,
      flags,
      preload,
      origin: server.url,
      readState: state.read,
      answer: calls.answer,
      on: {
        input: kiosk.noteInput,
        load: calls.noteFreshPage,
        crash() {
          kiosk.noteTrouble('page-crashed');
          content.openHome();
        },
        refused(address) {
          if (!content.handleNotice(address)) log('refused to leave our own pages');
        },
        closed: comeBack,
      },
      log,
    });
    if (server.url()) content.openHome();
  }
  const begin = () => void open().catch((error: unknown) => log(`no browser: ${error}`));

  /** Whoever closed the browser has not closed the kiosk. */
  function comeBack(): void {
    window = undefined;
    if (isEnding) return;
    kiosk.noteTrouble('part-ended');
    state.setUnlocked(false);
    setTimeout(begin, BROWSER_BACK_MS);
  }

  async function stop(): Promise<void> {
    isEnding = true;
    await window?.close();
    await server.stop();
  }

  kiosk.watch();
  watchServer({
    url: server.url,
    fetch,
    onHang(reason) {
      kiosk.noteTrouble('server-hung');
      server.replace(reason);
    },
  });
  server.start();
  begin();
  return { stop };
}
