import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join, resolve } from 'node:path';
import { createHandlers } from '../ipc/handlers.ts';
import { createCalls } from '../ipc/register.ts';
import { createBackoff } from '../modules/backoff.ts';
import { openJsonFile } from '../modules/json-file.ts';
import { openLogFile } from '../modules/log-file.ts';
import { createCrashReload } from '../modules/window/page-recovery.ts';
import { createWindowContent, RELOAD_TIMEOUT_MS } from '../modules/window/window-content.ts';
import { windowFileSchema } from '../modules/window/window-state.ts';
import { createShellKiosk } from '../shell-kiosk.ts';
import { createShellServer } from '../shell-server.ts';
import { type BrowserWindow, openBrowserWindow } from './browser-window.ts';

export interface BrowserKioskOptions {
  /** Path of a Chromium-based browser. */
  program: string;
  /** Added to the flags of a kiosk. */
  flags: readonly string[];
  /** The kiosk's own folder: its settings, PIN, log and the server's data. */
  userData: string;
  /** Folder of the built main process, next to the preload script. */
  outDir: string;
  environment: Readonly<Record<string, string | undefined>>;
  version: string;
  /** Started in setup mode: only then may a first PIN be set. */
  isSetUp: boolean;
  /** Reports to the terminal why the screen is black. */
  warn: (line: string) => void;
  /** Staff closed the kiosk. */
  onEnd: () => void;
}

/** The operator starts the browser kiosk with the machine, so it has no login item. */
const LOGIN_ITEM = { isSet: () => null, set: () => false };

/** The shell's modules with a browser window instead of Electron's. */
function createParts(options: BrowserKioskOptions, findWindow: () => BrowserWindow | undefined) {
  const { userData, outDir, environment, version } = options;
  const logDir = join(userData, 'logs');
  const log = openLogFile(logDir, 'main');
  const windowFile = openJsonFile(join(userData, 'window.json'), windowFileSchema);
  const server = createShellServer({
    fork: (env) => fork(join(outDir, 'server.js'), { silent: true, env }),
    ...{ environment, userData, windowFile, log },
    kill: (pid) => void process.kill(pid, 'SIGKILL'),
  });
  const content = createWindowContent({
    load: async (address) => findWindow()?.load(address),
    isKiosk: true,
    logDir,
    pagesUrl: undefined,
    act: { retry: server.retryNow, logs: () => undefined, quit: () => undefined },
    log,
  });
  server.onState((state) => {
    content.follow(state);
    if (state.status !== 'failed') return;
    const seconds = state.retryInMs / 1000;
    options.warn(`The server is not running (${state.message}). Trying again in ${seconds} s.`);
  });
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
    },
    windowFile,
    loginItem: LOGIN_ITEM,
  });
  return { log, server, content, kiosk };
}

/** The page's calls. */
function createPageCalls(
  { log, server, content, kiosk }: ReturnType<typeof createParts>,
  window: { isSetUp: boolean; quit: () => void; forget: (origin: string) => Promise<void> },
) {
  let reloadTimer: NodeJS.Timeout | undefined;
  const answer = createCalls({
    origin: server.url,
    handlers: createHandlers({
      ...kiosk,
      loginItem: LOGIN_ITEM,
      isSetUp: window.isSetUp,
      quit: window.quit,
      async endSession() {
        reloadTimer = setTimeout(content.openHome, RELOAD_TIMEOUT_MS);
        const url = server.url();
        if (url) await window.forget(url);
      },
    }),
    log,
  });
  return {
    answer,
    /** The page has reloaded itself; cancels the forced reload. */
    noteFreshPage: () => clearTimeout(reloadTimer),
  };
}

/**
 * Runs the kiosk's pages in an installed Chromium. PIN, opening hours, idle time, reports and session cleanup are the
 * shell's own modules; locks that only Electron has are left to the setup of the machine (docs/kiosk.md).
 */
export function startBrowserKiosk(options: BrowserKioskOptions): { stop(): Promise<void> } {
  const { program, flags, userData, outDir, isSetUp, warn, onEnd } = options;
  let window: BrowserWindow | undefined;
  let isEnding = false;
  const backoff = createBackoff({ minMs: 1_000, maxMs: 30_000 });
  let startedAt = 0;
  let retry: NodeJS.Timeout | undefined;
  const parts = createParts(options, () => window);
  const { log, server, content, kiosk } = parts;
  const { state } = kiosk;
  const crashReload = createCrashReload(content.openHome);
  state.onChange((next) => window?.tellState(next));
  const calls = createPageCalls(parts, {
    isSetUp,
    quit: () => void stop().then(onEnd),
    forget: async (origin) => window?.forget(origin),
  });
  const preload = readFileSync(resolve(outDir, '../preload/index.cjs'), 'utf8');

  async function open(): Promise<void> {
    window = await openBrowserWindow({
      program,
      flags,
      profile: join(userData, 'browser-profile'),
      preload,
      origin: server.url,
      readState: state.read,
      answer: calls.answer,
      on: {
        input: kiosk.noteInput,
        load: calls.noteFreshPage,
        crash() {
          kiosk.recordTrouble('page-crashed');
          state.setUnlocked(false);
          crashReload.schedule();
        },
        refused(address) {
          if (!content.handleNotice(address)) log('blocked navigation to another site');
        },
        closed: () => reopen('the browser was closed'),
      },
      log,
    });
    content.openHome();
  }
  function begin(): void {
    startedAt = performance.now();
    open().catch((error: unknown) => reopen(String(error)));
  }

  /** Starts the browser again, locked, with exponential backoff: a missing display or disk may return at any time. */
  function reopen(reason: string): void {
    window = undefined;
    crashReload.cancel();
    if (isEnding) return;
    kiosk.recordTrouble('part-ended');
    state.setUnlocked(false);
    const delayMs = backoff.delayAfter(performance.now() - startedAt);
    const line = `The browser is not open (${reason}). Trying again in ${delayMs / 1000} s.`;
    log(line);
    warn(line);
    clearTimeout(retry);
    retry = setTimeout(begin, delayMs);
  }

  async function stop(): Promise<void> {
    isEnding = true;
    clearTimeout(retry);
    await window?.close();
    await server.stop();
  }

  kiosk.watch();
  server.start();
  begin();
  return { stop };
}
