import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';
import { vi } from 'vitest';

/**
 * Electron's parts that the shell uses. Each is typed as in Electron, so that an invalid call does not compile; tests
 * inspect the mock's calls.
 */
class FakeContents extends EventEmitter {
  readonly setWindowOpenHandler = vi.fn<Electron.WebContents['setWindowOpenHandler']>();
  readonly send = vi.fn<Electron.WebContents['send']>();
  readonly reload = vi.fn<Electron.WebContents['reload']>();
  readonly getURL = vi.fn<Electron.WebContents['getURL']>(() => '');
  readonly setZoomFactor = vi.fn<Electron.WebContents['setZoomFactor']>();
  readonly setVisualZoomLevelLimits = vi.fn<Electron.WebContents['setVisualZoomLevelLimits']>(
    async () => {},
  );
  readonly closeDevTools = vi.fn<Electron.WebContents['closeDevTools']>();
  readonly forcefullyCrashRenderer = vi.fn<Electron.WebContents['forcefullyCrashRenderer']>();
  readonly isCurrentlyAudible = vi.fn<Electron.WebContents['isCurrentlyAudible']>(() => false);
  readonly navigationHistory = { clear: vi.fn<Electron.NavigationHistory['clear']>() };
}

class FakeWindow extends EventEmitter {
  readonly webContents = new FakeContents();
  readonly loadURL = vi.fn<Electron.BrowserWindow['loadURL']>(async () => {});
  readonly show = vi.fn<Electron.BrowserWindow['show']>();
  readonly focus = vi.fn<Electron.BrowserWindow['focus']>();
  readonly restore = vi.fn<Electron.BrowserWindow['restore']>();
  readonly maximize = vi.fn<Electron.BrowserWindow['maximize']>();
  readonly setKiosk = vi.fn<Electron.BrowserWindow['setKiosk']>();
  readonly isMaximized = vi.fn<Electron.BrowserWindow['isMaximized']>(() => false);
  readonly getNormalBounds = vi.fn<Electron.BrowserWindow['getNormalBounds']>(() => ({
    x: 10,
    y: 20,
    width: 1000,
    height: 700,
  }));
}

export class FakeServer extends EventEmitter {
  readonly pid: number;
  readonly port: string | undefined;
  readonly env: Readonly<Record<string, string>>;
  readonly stdout = null;
  readonly stderr = null;
  readonly kill = vi.fn<Electron.UtilityProcess['kill']>(() => {
    queueMicrotask(() => this.emit('exit', 0));
    return true;
  });

  constructor(pid: number, port?: string, env: Readonly<Record<string, string>> = {}) {
    super();
    this.pid = pid;
    this.port = port;
    this.env = env;
  }

  getReady(port = 50_123) {
    this.emit('message', { type: 'ready', url: `http://127.0.0.1:${port}` });
  }
}

function createFakeSession() {
  return Object.assign(new EventEmitter(), {
    setPermissionRequestHandler: vi.fn<Electron.Session['setPermissionRequestHandler']>(),
    setPermissionCheckHandler: vi.fn<Electron.Session['setPermissionCheckHandler']>(),
    setDevicePermissionHandler: vi.fn<Electron.Session['setDevicePermissionHandler']>(),
    setDisplayMediaRequestHandler: vi.fn<Electron.Session['setDisplayMediaRequestHandler']>(),
    setBluetoothPairingHandler: vi.fn<Electron.Session['setBluetoothPairingHandler']>(),
    clearStorageData: vi.fn<Electron.Session['clearStorageData']>(async () => {}),
    clearCache: vi.fn<Electron.Session['clearCache']>(async () => {}),
    clearAuthCache: vi.fn<Electron.Session['clearAuthCache']>(async () => {}),
    clearHostResolverCache: vi.fn<Electron.Session['clearHostResolverCache']>(async () => {}),
  }) satisfies Partial<Record<keyof Electron.Session, unknown>>;
}

function createFakeApp(userData: string) {
  return Object.assign(new EventEmitter(), {
    isPackaged: false,
    getPath: vi.fn<Electron.App['getPath']>(() => userData),
    getAppPath: vi.fn<Electron.App['getAppPath']>(() => '/opt/cradlesong'),
    getVersion: vi.fn<Electron.App['getVersion']>(() => '1.2.3'),
    requestSingleInstanceLock: vi.fn<Electron.App['requestSingleInstanceLock']>(() => true),
    quit: vi.fn<Electron.App['quit']>(),
    exit: vi.fn<Electron.App['exit']>(),
    relaunch: vi.fn<Electron.App['relaunch']>(),
    commandLine: { appendSwitch: vi.fn<Electron.CommandLine['appendSwitch']>() },
    enableSandbox: vi.fn<Electron.App['enableSandbox']>(),
    whenReady: vi.fn<Electron.App['whenReady']>(async () => {}),
    setAsDefaultProtocolClient: vi.fn<Electron.App['setAsDefaultProtocolClient']>(() => true),
    getLoginItemSettings: vi.fn<Electron.App['getLoginItemSettings']>(),
    setLoginItemSettings: vi.fn<Electron.App['setLoginItemSettings']>(),
    setAboutPanelOptions: vi.fn<Electron.App['setAboutPanelOptions']>(),
  }) satisfies Partial<Record<keyof Electron.App, unknown>>;
}

type Invoked = (event: unknown, input: unknown) => unknown;

/** One machine with Electron installed. */
export function createFakeElectron(userData: string) {
  const windows: { window: FakeWindow; options: Electron.BrowserWindowConstructorOptions }[] = [];
  const servers: FakeServer[] = [];
  const handlers = new Map<string, Invoked>();
  const app = createFakeApp(userData);
  const sessions = { ours: createFakeSession(), kiosk: createFakeSession() };
  const parts = {
    app,
    BrowserWindow: vi.fn(function create(options: Electron.BrowserWindowConstructorOptions) {
      const window = new FakeWindow();
      windows.push({ window, options });
      app.emit('web-contents-created', {}, window.webContents);
      return window;
    }),
    clipboard: { clear: vi.fn<Electron.Clipboard['clear']>() },
    ipcMain: Object.assign(new EventEmitter(), {
      handle: vi.fn((channel: string, handler: Invoked) => void handlers.set(channel, handler)),
    }),
    Menu: {
      setApplicationMenu: vi.fn<typeof Electron.Menu.setApplicationMenu>(),
      buildFromTemplate: vi.fn<typeof Electron.Menu.buildFromTemplate>(),
    },
    powerMonitor: new EventEmitter(),
    powerSaveBlocker: {
      start: vi.fn<Electron.PowerSaveBlocker['start']>(() => 7),
      stop: vi.fn<Electron.PowerSaveBlocker['stop']>(),
    },
    screen: {
      getAllDisplays: vi.fn(() => [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }]),
    },
    session: {
      defaultSession: sessions.ours,
      fromPartition: vi.fn((_partition: string, _options?: Electron.FromPartitionOptions) => {
        return sessions.kiosk;
      }),
    },
    shell: {
      openExternal: vi.fn<Electron.Shell['openExternal']>(async () => {}),
      openPath: vi.fn<Electron.Shell['openPath']>(async () => ''),
    },
    utilityProcess: {
      fork: vi.fn((_entry: string, _args?: string[], options?: Electron.ForkOptions) => {
        // Env is an interface without names of its own.
        const env = (options?.env ?? {}) as Record<string, string>;
        const server = new FakeServer(9000 + servers.length, env['PORT'], env);
        servers.push(server);
        return server;
      }),
    },
  } satisfies Partial<Record<keyof typeof Electron, unknown>>;
  return { parts, windows, servers, sessions, handlers };
}

export type FakeElectron = ReturnType<typeof createFakeElectron>;
