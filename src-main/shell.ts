import { EventEmitter } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Session, WebContents } from 'electron';
import { createHandlers } from './ipc/handlers.ts';
import { registerCalls } from './ipc/register.ts';
import { guardCertificates } from './modules/certificate-guard.ts';
import { wipePerson } from './modules/clean-slate.ts';
import { DEEP_LINK_SCHEME, findDeepLinkArgument, findDeepLinkPath } from './modules/deep-link.ts';
import { createDesktopState } from './modules/desktop-state.ts';
import { createExternalLinks } from './modules/external-links.ts';
import { guardAllContents } from './modules/guarded-contents.ts';
import { openKeptFile } from './modules/kept-file.ts';
import { readLaunchOptions } from './modules/launch-options.ts';
import { openLogFile } from './modules/log-file.ts';
import { createLoginItem, type LoginItem } from './modules/login-item.ts';
import { quitInOrder } from './modules/quitting.ts';
import { watchServer } from './modules/server-watch.ts';
import { claimSingleInstance } from './modules/single-instance.ts';
import { followUpdates } from './modules/updates.ts';
import { windowFileSchema } from './modules/window-state.ts';
import { createShellKiosk, type ShellKiosk } from './shell-kiosk.ts';
import type { ShellGround, ShellParts } from './shell-parts.ts';
import { createShellServer } from './shell-server.ts';
import { createShellWindow, type ShellWindow } from './shell-window.ts';

/** A page that has not come back by itself after 'End my session' is brought. */
const FRESH_PAGE_MS = 2_000;

/** Puts the parts together in the order that matters: guards before windows, the server before pages. */
export function startShell(parts: ShellParts): void {
  const { electron } = parts;
  const { app } = electron;
  if (!claimSingleInstance(app)) return;
  const ground = layGround(parts);
  const { launch, log } = ground;
  const windowFile = openKeptFile(join(ground.userData, 'window.json'), windowFileSchema);
  const news = new EventEmitter();
  const announce = () => void news.emit('change');

  const server = createShellServer(ground, windowFile);
  const window = createShellWindow(ground, { file: windowFile, retry: server.retryNow });
  server.onState(window.content.follow);
  const kiosk = createShellKiosk({
    isKiosk: launch.isKiosk,
    version: app.getVersion(),
    userData: ground.userData,
    networkInterfaces: parts.networkInterfaces,
    log,
    relaunch() {
      app.relaunch(ground.program);
      // Not `quit`, which a locked kiosk refuses.
      void server.stop().finally(() => app.exit());
    },
    server,
    window,
    windowFile,
    announce,
  });
  const loginItem = loginItemOf(ground);
  const state = createDesktopState({
    version: app.getVersion(),
    isKiosk: launch.isKiosk,
    pin: kiosk.pin,
    settings: kiosk.settings,
    loginItem,
    readSharing: kiosk.sharing.read,
    readClosed: kiosk.closing.read,
    readMainServer: kiosk.mainServer.read,
  });
  news.on('change', state.announce);

  guardAll(ground, window, state.isLocked);
  followLinks(ground, window);
  app.on('child-process-gone', (_event, { type, reason }) => {
    log(`${type} ended: ${reason}`);
    // The server's own process is a utility, and its end is noted by who started it.
    if (type !== 'Utility' && reason !== 'clean-exit') kiosk.noteTrouble('part-ended');
  });

  void app.whenReady().then(() => {
    const { window: opened, session } = window.open(state);
    noteOfContents(opened.webContents, kiosk);
    kiosk.watch();
    registerCalls({
      ipcMain: electron.ipcMain,
      origin: window.content.origin,
      readState: state.read,
      handlers: createHandlers({
        state,
        ...kiosk,
        loginItem,
        isSetUp: launch.isSetUp,
        quit: () => app.quit(),
        endSession: () => endSession(ground, window, { contents: opened.webContents, session }),
      }),
      log,
    });
    quitInOrder({
      app,
      powerMonitor: electron.powerMonitor,
      isLocked: state.isLocked,
      stopServer: server.stop,
    });
    watchServer({
      url: server.url,
      fetch,
      onHang(reason) {
        kiosk.noteTrouble('server-hung');
        server.replace(reason);
      },
    });
    server.start();
    followUpdates({
      readFeed: () => readIfThere(join(parts.resourcesPath, 'app-update.yml')),
      readKey: () => readIfThere(join(parts.resourcesPath, 'update-key.pem')),
      loadUpdater: parts.loadUpdater,
      log,
    });
  });
}

function loginItemOf({ parts, program }: ShellGround): LoginItem {
  const { app } = parts.electron;
  return createLoginItem({
    app,
    platform: parts.platform,
    autostartDir: join(app.getPath('appData'), 'autostart'),
    command: [program.execPath, ...program.args],
  });
}

function layGround(parts: ShellParts): ShellGround {
  const { argv, environment, execPath } = parts;
  const { app } = parts.electron;
  const launch = readLaunchOptions(argv, environment, app.isPackaged);
  const userData = app.getPath('userData');
  const logDir = join(userData, 'logs');
  return {
    parts,
    launch,
    program: {
      execPath: environment['APPIMAGE'] ?? execPath,
      args: [...(app.isPackaged ? [] : [app.getAppPath()]), ...(launch.isKiosk ? ['--kiosk'] : [])],
    },
    userData,
    logDir,
    log: openLogFile({ dir: logDir, name: 'main' }).write,
  };
}

/** Before the first window. */
function guardAll(
  { parts, launch, log }: ShellGround,
  { content }: ShellWindow,
  isLocked: () => boolean,
): void {
  const { app, shell } = parts.electron;
  const { isKiosk } = launch;
  const links = createExternalLinks({ open: shell.openExternal, isKiosk, log });
  // A page that was left must not be kept whole in memory for the way back.
  if (isKiosk) app.commandLine.appendSwitch('disable-back-forward-cache');
  guardAllContents({ app, content, links, isLocked, log });
  guardCertificates(app, log);
}

/** `cradlesong:` addresses, and whatever a second start of the program brings. */
function followLinks({ parts, launch }: ShellGround, window: ShellWindow): void {
  const { app } = parts.electron;
  const open = (link: string | undefined) => {
    const path = link && findDeepLinkPath(link, launch.isKiosk);
    if (path) window.content.open(path);
  };
  app.on('second-instance', (_event, args) => {
    open(findDeepLinkArgument(args));
    window.show();
  });
  app.on('open-url', (event, link) => {
    event.preventDefault();
    open(link);
  });
  if (app.isPackaged) app.setAsDefaultProtocolClient(DEEP_LINK_SCHEME);
  open(launch.deepLink);
}

/** What the page does to the window, for whoever looks after the kiosk. */
function noteOfContents(contents: WebContents, kiosk: ShellKiosk): void {
  contents.on('input-event', kiosk.noteInput);
  contents.on('unresponsive', () => kiosk.noteTrouble('page-hung'));
  contents.on('render-process-gone', (_event, { reason }) => {
    if (reason !== 'clean-exit') kiosk.noteTrouble('page-crashed');
  });
}

/** Nothing of her stays, and the next person finds a fresh page. */
async function endSession(
  { parts, log }: ShellGround,
  { content }: ShellWindow,
  { contents, session }: { contents: WebContents; session: Session },
): Promise<void> {
  const patience = setTimeout(content.openHome, FRESH_PAGE_MS);
  contents.once('did-finish-load', () => clearTimeout(patience));
  await wipePerson({ session, clipboard: parts.electron.clipboard, log });
}

/** Only a package has it. */
function readIfThere(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
