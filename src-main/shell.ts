import { existsSync, readFileSync } from 'node:fs';
import type { networkInterfaces } from 'node:os';
import { join, resolve } from 'node:path';
import type * as Electron from 'electron';
import { DEFAULT_BRAND } from '#contract/brand.ts';
import { kioskFileSchema } from '#contract/desktop.ts';
import { createHandlers } from './ipc/handlers.ts';
import { registerCalls } from './ipc/register.ts';
import { guardCertificates } from './modules/certificate-guard.ts';
import { wipePerson } from './modules/clean-slate.ts';
import { createClosing } from './modules/closing.ts';
import { DEEP_LINK_SCHEME, findDeepLinkArgument, findDeepLinkPath } from './modules/deep-link.ts';
import { createDesktopState } from './modules/desktop-state.ts';
import { equipWindow } from './modules/desktop-window.ts';
import { createExternalLinks } from './modules/external-links.ts';
import { guardAllContents } from './modules/guarded-contents.ts';
import { openKeptFile } from './modules/kept-file.ts';
import { createKioskPin, pinFileSchema } from './modules/kiosk-pin.ts';
import { createKioskReporter, reportFileSchema } from './modules/kiosk-reporter.ts';
import { readLaunchOptions } from './modules/launch-options.ts';
import { openLogFile } from './modules/log-file.ts';
import { createLoginItem } from './modules/login-item.ts';
import { menuTemplate } from './modules/menu.ts';
import { findNetworks } from './modules/networks.ts';
import { guardPermissions } from './modules/permissions.ts';
import { quitInOrder } from './modules/quitting.ts';
import { createServerFork } from './modules/server-fork.ts';
import { createServerProcess } from './modules/server-process.ts';
import { watchServer } from './modules/server-watch.ts';
import { createSharing, sharingFileSchema } from './modules/sharing.ts';
import { claimSingleInstance } from './modules/single-instance.ts';
import { followUpdates, type Updater } from './modules/updates.ts';
import { windowOptions } from './modules/window.ts';
import { createWindowContent } from './modules/window-content.ts';
import { findBounds, windowFileSchema } from './modules/window-state.ts';

/** Everything of the machine and of Electron that the shell touches. */
export interface ShellParts {
  electron: Pick<
    typeof Electron,
    | 'app'
    | 'BrowserWindow'
    | 'clipboard'
    | 'ipcMain'
    | 'Menu'
    | 'powerMonitor'
    | 'powerSaveBlocker'
    | 'screen'
    | 'session'
    | 'shell'
    | 'utilityProcess'
  >;
  argv: readonly string[];
  environment: Readonly<Record<string, string | undefined>>;
  platform: NodeJS.Platform;
  execPath: string;
  resourcesPath: string;
  /** Folder of the built main process, beside which the server and the preload script lie. */
  outDir: string;
  kill: (pid: number) => void;
  loadUpdater: () => Promise<Updater>;
  networkInterfaces: typeof networkInterfaces;
}

/** The first screen, on which nobody's session is. */
const HOME = '/kiosk';
/** A page that has not come back by itself after 'End my session' is brought. */
const FRESH_PAGE_MS = 2_000;

/** Puts the parts together in the order that matters: guards before windows, the server before pages. */
export function startShell(parts: ShellParts): void {
  const { electron, argv, environment, platform, outDir } = parts;
  const { app } = electron;
  const launch = readLaunchOptions(argv, environment, app.isPackaged);
  const { isKiosk } = launch;
  const userData = app.getPath('userData');
  const logDir = join(userData, 'logs');
  const mainLog = openLogFile({ dir: logDir, name: 'main' });
  const serverLog = openLogFile({ dir: logDir, name: 'server' });
  const log = mainLog.write;

  const openDeepLink = (link: string | undefined) => {
    const path = link && findDeepLinkPath(link, isKiosk);
    if (path) content.open(path);
  };
  const isFirst = claimSingleInstance(app, (args) => {
    openDeepLink(findDeepLinkArgument(args));
    window?.show();
    window?.focus();
  });
  if (!isFirst) return;

  const windowFile = openKeptFile(join(userData, 'window.json'), windowFileSchema);
  const settings = openKeptFile(join(userData, 'kiosk.json'), kioskFileSchema);
  const pin = createKioskPin(openKeptFile(join(userData, 'kiosk-pin.json'), pinFileSchema));
  const program = environment['APPIMAGE'] ?? parts.execPath;
  const programArgs = [
    ...(app.isPackaged ? [] : [app.getAppPath()]),
    ...(isKiosk ? ['--kiosk'] : []),
  ];
  const loginItem = createLoginItem({
    app,
    platform,
    autostartDir: join(app.getPath('appData'), 'autostart'),
    command: [program, ...programArgs],
  });
  const state = createDesktopState({
    version: app.getVersion(),
    isKiosk,
    pin,
    settings,
    loginItem,
    readSharing: () => sharing.read(),
    readClosed: () => closing.read(),
  });
  const { isLocked } = state;
  const links = createExternalLinks({ open: electron.shell.openExternal, isKiosk, log });
  let window: Electron.BrowserWindow | undefined;
  const content = createWindowContent({
    load: async (address) => window?.loadURL(address),
    isKiosk,
    logDir,
    pagesUrl: launch.pagesUrl,
    act: {
      retry: () => server.retryNow(),
      logs: () => void electron.shell.openPath(logDir),
      quit: () => app.quit(),
    },
    log,
  });
  const sharing = createSharing({
    file: openKeptFile(join(userData, 'sharing.json'), sharingFileSchema),
    findNetworks: () => findNetworks(parts.networkInterfaces()),
    port: () => windowFile.read().port,
    isSounding: () => window?.webContents.isCurrentlyAudible() ?? false,
    restart: () => server.restart(),
    announce: state.announce,
    log,
  });
  const lookAtWindow = () => ({
    isSounding: window?.webContents.isCurrentlyAudible() ?? false,
    isFirstScreen: new URL(window?.webContents.getURL() || 'about:blank').pathname === HOME,
  });
  const closing = createClosing({
    settings,
    lookAtWindow,
    announce: state.announce,
    date: () => new Date(),
    now: () => performance.now(),
  });
  const reporter = isKiosk
    ? createKioskReporter({
        version: app.getVersion(),
        file: openKeptFile(join(userData, 'kiosk-report.json'), reportFileSchema),
        settings,
        url: () => serverUrl,
        fetch: (...request) => fetch(...request),
        look: lookAtWindow,
        onSettings: state.announce,
        restart() {
          app.relaunch({ execPath: program, args: programArgs });
          // Not `quit`, which a locked kiosk refuses.
          void server.stop().finally(() => app.exit());
        },
        now: () => performance.now(),
        log,
      })
    : undefined;
  const server = createServerProcess({
    fork: createServerFork({
      utilityProcess: electron.utilityProcess,
      entry: join(outDir, 'server.js'),
      dataDir: join(userData, 'data'),
      rendererDir: app.isPackaged
        ? join(parts.resourcesPath, 'app.asar.unpacked/out/renderer')
        : undefined,
      environment,
      settingsFor: (port) =>
        reporter
          ? {
              KIOSK: 'on',
              KIOSK_TOKEN_HASH: reporter.tokenHash,
              ...sharing.environmentFor(port),
            }
          : {},
      log: serverLog.write,
    }),
    killHard: parts.kill,
    port: {
      // With hot reload the pages expect the server where electron-vite's proxy looks for it.
      read: () => (launch.pagesUrl ? 4310 : windowFile.read().port),
      write: (port) => void windowFile.write({ ...windowFile.read(), port }),
    },
    onState(next) {
      serverUrl = next.status === 'ready' ? next.url : undefined;
      content.follow(next);
      if (next.status === 'failed') reporter?.noteTrouble('server-ended');
      if (isKiosk) sharing.look();
    },
    log,
  });
  let serverUrl: string | undefined;

  // A page that was left must not be kept whole in memory for the way back.
  if (isKiosk) app.commandLine.appendSwitch('disable-back-forward-cache');
  guardAllContents({ app, content, links, isLocked, log });
  guardCertificates(app, log);
  app.on('open-url', (event, link) => {
    event.preventDefault();
    openDeepLink(link);
  });
  app.on('child-process-gone', (_event, { type, reason }) => {
    log(`${type} ended: ${reason}`);
    // The server's own process is a utility, and its end is noted by who started it.
    if (type !== 'Utility' && reason !== 'clean-exit') reporter?.noteTrouble('part-ended');
  });
  if (app.isPackaged) app.setAsDefaultProtocolClient(DEEP_LINK_SCHEME);

  void app.whenReady().then(() => {
    // A kiosk's session lives in memory only: nothing of anybody is ever on its disk.
    const session = isKiosk
      ? electron.session.fromPartition('kiosk', { cache: false })
      : electron.session.defaultSession;
    guardPermissions({ session, isKiosk, origin: content.origin });
    const screens = electron.screen.getAllDisplays().map(({ workArea }) => workArea);
    window = new electron.BrowserWindow(
      windowOptions({
        preload: resolve(outDir, '../preload/index.cjs'),
        session,
        isKiosk,
        hasDevTools: !app.isPackaged,
        bounds: findBounds(windowFile.read(), screens),
      }),
    );
    const { webContents } = window;
    window.on('closed', () => {
      window = undefined;
    });
    equipWindow({
      window,
      session,
      content,
      state,
      file: windowFile,
      powerSaveBlocker: electron.powerSaveBlocker,
      log,
    });
    if (reporter) {
      webContents.on('input-event', reporter.noteInput);
      webContents.on('unresponsive', () => reporter.noteTrouble('page-hung'));
      webContents.on('render-process-gone', (_event, { reason }) => {
        if (reason !== 'clean-exit') reporter.noteTrouble('page-crashed');
      });
      webContents.on('input-event', closing.noteInput);
      reporter.start();
      closing.watch();
    }
    electron.Menu.setApplicationMenu(
      isKiosk
        ? null
        : electron.Menu.buildFromTemplate(
            menuTemplate(
              {
                open: content.open,
                reload: () => webContents.reload(),
                toggleFullScreen: () => window?.setFullScreen(!window.isFullScreen()),
                about: () => app.showAboutPanel(),
                quit: () => app.quit(),
              },
              platform,
            ),
          ),
    );
    app.setAboutPanelOptions({
      applicationName: DEFAULT_BRAND.name,
      applicationVersion: app.getVersion(),
    });
    registerCalls({
      ipcMain: electron.ipcMain,
      origin: content.origin,
      readState: state.read,
      handlers: createHandlers({
        state,
        pin,
        settings,
        loginItem,
        sharing,
        closing,
        quit: () => app.quit(),
        async endSession() {
          const patience = setTimeout(content.openHome, FRESH_PAGE_MS);
          webContents.once('did-finish-load', () => clearTimeout(patience));
          await wipePerson({ session, clipboard: electron.clipboard, log });
        },
      }),
      log,
    });
    quitInOrder({
      app,
      powerMonitor: electron.powerMonitor,
      isLocked,
      stopServer: server.stop,
    });
    watchServer({
      url: () => serverUrl,
      fetch,
      onHang(reason) {
        reporter?.noteTrouble('server-hung');
        server.replace(reason);
      },
    });
    openDeepLink(launch.deepLink);
    if (isKiosk) sharing.watch();
    server.start();
    followUpdates({
      readFeed: () => readIfThere(join(parts.resourcesPath, 'app-update.yml')),
      loadUpdater: parts.loadUpdater,
      log,
    });
  });
}

/** Only a package has it. */
function readIfThere(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
