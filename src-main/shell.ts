import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Session, WebContents } from 'electron';
import { createHandlers } from './ipc/handlers.ts';
import { createCalls, registerCalls } from './ipc/register.ts';
import { clearUserData } from './modules/clean-slate.ts';
import { DEEP_LINK_SCHEME, findDeepLinkArgument, findDeepLinkPath } from './modules/deep-link.ts';
import { guardCertificates } from './modules/guards/certificate-guard.ts';
import { createExternalLinks } from './modules/guards/external-links.ts';
import { guardNavigation } from './modules/guards/navigation-guard.ts';
import { type JsonFile, openJsonFile } from './modules/json-file.ts';
import { readLaunchOptions } from './modules/launch-options.ts';
import { openLogFile } from './modules/log-file.ts';
import { createLoginItem, type LoginItem } from './modules/login-item.ts';
import { quitGracefully } from './modules/quitting.ts';
import { followUpdates } from './modules/updates.ts';
import { RELOAD_TIMEOUT_MS } from './modules/window/window-content.ts';
import { type WindowFile, windowFileSchema } from './modules/window/window-state.ts';
import { createShellKiosk, type ShellKiosk } from './shell-kiosk.ts';
import type { ShellContext, ShellParts } from './shell-parts.ts';
import { createShellServer, type ShellServer } from './shell-server.ts';
import { createShellWindow, type ShellWindow } from './shell-window.ts';

/** In development the pages expect the server where electron-vite's proxy looks for it. */
const DEVELOPMENT_PORT = 4310;

/** Connects the parts. The order matters: guards before windows, the server before pages. */
export function startShell(parts: ShellParts): void {
  const { electron } = parts;
  const { app } = electron;
  // The first process gets the arguments of this one (`second-instance`).
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return;
  }
  const context = createContext(parts);
  const { launch, log } = context;
  const windowFile = openJsonFile(join(context.userData, 'window.json'), windowFileSchema);
  const server = superviseServer(context, windowFile);
  const window = createShellWindow(context, { file: windowFile, retry: server.retryNow });
  server.onState(window.content.follow);
  const loginItem = loginItemOf(context);
  const kiosk = createShellKiosk({
    isKiosk: launch.isKiosk,
    version: app.getVersion(),
    userData: context.userData,
    networkInterfaces: parts.networkInterfaces,
    log,
    relaunch() {
      app.relaunch(context.program);
      // Not `quit`, which a locked kiosk refuses.
      void server.stop().finally(() => app.exit());
    },
    server,
    window,
    windowFile,
    loginItem,
  });
  const { state } = kiosk;

  installGuards(context, window, state.isLocked);
  followLinks(context, window);
  app.on('child-process-gone', (_event, { type, reason }) => {
    log(`${type} process exited: ${reason}`);
    // The server runs in a utility process, whose exit its supervisor reports.
    if (type !== 'Utility' && reason !== 'clean-exit') kiosk.recordTrouble('part-ended');
  });

  void app.whenReady().then(() => {
    const { window: opened, session } = window.open(state);
    reportPageEvents(opened.webContents, kiosk);
    kiosk.watch();
    const answer = createCalls({
      origin: window.content.origin,
      handlers: createHandlers({
        ...kiosk,
        loginItem,
        isSetUp: launch.isSetUp,
        quit: () => app.quit(),
        endSession: () => endSession(context, window, { contents: opened.webContents, session }),
      }),
      log,
    });
    registerCalls(electron.ipcMain, answer, state.read);
    quitGracefully({
      app,
      powerMonitor: electron.powerMonitor,
      isLocked: state.isLocked,
      stopServer: server.stop,
    });
    server.start();
    followUpdates({
      readFeed: () => readOptional(join(parts.resourcesPath, 'app-update.yml')),
      readKey: () => readOptional(join(parts.resourcesPath, 'update-key.pem')),
      loadUpdater: parts.loadUpdater,
      log,
    });
  });
}

function superviseServer(
  { parts, launch, userData, log }: ShellContext,
  windowFile: JsonFile<WindowFile>,
): ShellServer {
  const { electron, environment, outDir, resourcesPath, kill } = parts;
  const { app, utilityProcess } = electron;
  return createShellServer({
    fork: (env) =>
      utilityProcess.fork(join(outDir, 'server.js'), [], {
        serviceName: 'Cradlesong server',
        stdio: 'pipe',
        env,
      }),
    ...{ environment, userData, windowFile, kill, log },
    rendererDir: app.isPackaged ? join(resourcesPath, 'app.asar.unpacked/out/renderer') : undefined,
    fixedPort: launch.pagesUrl ? DEVELOPMENT_PORT : undefined,
  });
}

function loginItemOf({ parts, program }: ShellContext): LoginItem {
  const { app } = parts.electron;
  return createLoginItem({
    app,
    platform: parts.platform,
    autostartDir: join(app.getPath('appData'), 'autostart'),
    command: [program.execPath, ...program.args],
  });
}

function createContext(parts: ShellParts): ShellContext {
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
    log: openLogFile(logDir, 'main'),
  };
}

/** Call before the first window. */
function installGuards(
  { parts, launch, log }: ShellContext,
  { content }: ShellWindow,
  isLocked: () => boolean,
): void {
  const { app, shell } = parts.electron;
  const { isKiosk } = launch;
  const links = createExternalLinks({ open: shell.openExternal, isKiosk, log });
  // Pages of an earlier session must not stay in memory for Back.
  if (isKiosk) app.commandLine.appendSwitch('disable-back-forward-cache');
  app.enableSandbox();
  app.on('web-contents-created', (_event, contents) => {
    contents.setWindowOpenHandler(links.windowOpenHandler);
    guardNavigation({
      contents,
      isLocked,
      log,
      origin: content.origin,
      openExternal: links.open,
      handleNotice: content.handleNotice,
      goHome: content.openHome,
    });
  });
  guardCertificates(app, log);
}

/** Handles `cradlesong:` links and the arguments of a second start. */
function followLinks({ parts, launch }: ShellContext, window: ShellWindow): void {
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

/** Passes the page's input, hangs and crashes to the kiosk. */
function reportPageEvents(contents: WebContents, kiosk: ShellKiosk): void {
  contents.on('input-event', kiosk.noteInput);
  contents.on('unresponsive', () => kiosk.recordTrouble('page-hung'));
  contents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return;
    kiosk.recordTrouble('page-crashed');
    kiosk.state.setUnlocked(false);
  });
}

/** Clears the session and loads a fresh page for the next user. */
async function endSession(
  { parts, log }: ShellContext,
  { content }: ShellWindow,
  { contents, session }: { contents: WebContents; session: Session },
): Promise<void> {
  const reloadTimer = setTimeout(content.openHome, RELOAD_TIMEOUT_MS);
  contents.once('did-finish-load', () => clearTimeout(reloadTimer));
  await clearUserData({ session, clipboard: parts.electron.clipboard, log });
}

/** The file exists only in packages. */
function readOptional(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
