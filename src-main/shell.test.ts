import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  DEFAULT_KIOSK_SETTINGS,
  DESKTOP_CALLS,
  READ_STATE_CHANNEL,
  STATE_CHANGED_CHANNEL,
} from '#contract/device/desktop.ts';
import { createFakeElectron, type FakeElectron } from '#tests/support/browsers/fake-electron.ts';
import { startShell } from './shell.ts';
import type { ShellParts } from './shell-parts.ts';

const OWN = 'http://127.0.0.1:50123';
const kill = vi.fn();
let interfaces: ReturnType<ShellParts['networkInterfaces']> = {};
let fake: FakeElectron;
let userData: string;

async function start(...args: string[]) {
  startShell({
    // A fake of the parts in use; each method has Electron's own type (fake-electron.ts).
    electron: fake.parts as unknown as ShellParts['electron'],
    argv: ['cradlesong', ...args],
    environment: { LANG: 'en' },
    platform: 'linux',
    execPath: '/opt/electron',
    resourcesPath: '/opt/resources',
    outDir: '/opt/cradlesong/out/main',
    kill,
    networkInterfaces: () => interfaces,
    loadUpdater: () => Promise.reject(new Error('not in this test')),
  });
  await vi.advanceTimersByTimeAsync(0);
}

function theWindow() {
  const [first] = fake.windows;
  if (!first) throw new Error('no window was made');
  return first;
}

function server(index = fake.servers.length - 1) {
  const found = fake.servers[index];
  if (!found) throw new Error('no server was forked');
  return found;
}

const lastLoaded = () => String(theWindow().window.loadURL.mock.calls.at(-1)?.[0]);
const shownText = () => decodeURIComponent(lastLoaded());
const ownPage = { senderFrame: { url: `${OWN}/kiosk`, parent: null } };
const call = (name: keyof typeof DESKTOP_CALLS, input?: unknown, event: unknown = ownPage) =>
  fake.handlers.get(DESKTOP_CALLS[name].channel)?.(event, input);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response('{}')),
  );
  interfaces = {};
  userData = mkdtempSync(join(tmpdir(), 'shell-'));
  fake = createFakeElectron(userData);
});

describe('the desktop window', () => {
  test('starts the built server for this machine alone and shows the first page when it is ready', async () => {
    await start();
    const [entry, , options] = fake.parts.utilityProcess.fork.mock.calls[0] ?? [];
    expect(entry).toBe('/opt/cradlesong/out/main/server.js');
    expect(options?.env).toMatchObject({
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: join(userData, 'data'),
    });
    expect(shownText()).toContain('One moment, please');
    server().getReady();
    expect(lastLoaded()).toBe(`${OWN}/home`);
  });

  test('exposes no Node API to the page: it is isolated and sandboxed, and has only the preload script', async () => {
    await start();
    expect(theWindow().options.webPreferences).toMatchObject({
      preload: '/opt/cradlesong/out/preload/index.cjs',
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
    });
    expect(fake.parts.app.enableSandbox).toHaveBeenCalledBefore(fake.parts.BrowserWindow);
  });

  test('focuses the first window on a second start, and opens the link of that start', async () => {
    await start();
    server().getReady();
    fake.parts.app.emit('second-instance', {}, ['cradlesong', 'cradlesong://player/3']);
    expect(theWindow().window.focus).toHaveBeenCalled();
    expect(lastLoaded()).toBe(`${OWN}/player/3`);
  });

  test('quits and opens nothing if another instance is already running', async () => {
    fake.parts.app.requestSingleInstanceLock.mockReturnValue(false);
    await start();
    expect(fake.parts.app.quit).toHaveBeenCalled();
    expect(fake.windows).toEqual([]);
    expect(fake.servers).toEqual([]);
  });

  test('has the menu with Home, Admin, Reload, Full screen, About and Quit', async () => {
    await start();
    const [template = []] = fake.parts.Menu.buildFromTemplate.mock.calls[0] ?? [];
    const labels = template.flatMap(({ submenu }) =>
      Array.isArray(submenu) ? submenu.map(({ label }) => label) : [],
    );
    for (const label of ['Home', 'Admin', 'Reload', 'Full screen', 'About Cradlesong', 'Quit']) {
      expect(labels).toContain(label);
    }
  });

  test('keeps its position and its port, so that the pages find their stored data again', async () => {
    await start();
    server().getReady(50_777);
    theWindow().window.emit('close');
    const kept = JSON.parse(readFileSync(join(userData, 'window.json'), 'utf8'));
    expect(kept).toMatchObject({ port: 50_777, bounds: { x: 10, y: 20, width: 1000 } });
    fake = createFakeElectron(userData);
    await start();
    expect(server().port).toBe('50777');
    expect(theWindow().options).toMatchObject({ x: 10, y: 20, width: 1000, height: 700 });
  });

  test('stops the server before it quits', async () => {
    await start();
    server().getReady();
    const preventDefault = vi.fn();
    fake.parts.app.emit('before-quit', { preventDefault });
    expect(preventDefault).toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(0);
    expect(server().kill).toHaveBeenCalled();
    expect(fake.parts.app.quit).toHaveBeenCalled();
    const again = vi.fn();
    fake.parts.app.emit('before-quit', { preventDefault: again });
    expect(again).not.toHaveBeenCalled();
  });
});

describe('a failed server', () => {
  test('is reported in a window with advice, the server’s message and buttons that work', async () => {
    await start();
    server().emit('message', { type: 'failed', message: 'The disk of "<data>" is full.' });
    server().emit('exit', 1);
    expect(shownText()).toContain('Cradlesong could not start');
    expect(shownText()).toContain('The disk of &#34;&#60;data&#62;&#34; is full.');
    expect(shownText()).toContain(join(userData, 'logs'));
    const preventDefault = vi.fn();
    theWindow().window.webContents.emit('will-navigate', {
      url: 'https://shell.invalid/logs',
      preventDefault,
    });
    expect(preventDefault).toHaveBeenCalled();
    expect(fake.parts.shell.openPath).toHaveBeenCalledWith(join(userData, 'logs'));
    expect(fake.parts.shell.openExternal).not.toHaveBeenCalled();
  });

  test('is restarted, on the same port first; an open page stays open', async () => {
    await start();
    server().getReady();
    const loads = theWindow().window.loadURL.mock.calls.length;
    server().emit('exit', 1);
    await vi.advanceTimersByTimeAsync(600);
    expect(fake.servers).toHaveLength(2);
    expect(server().port).toBe('50123');
    server().getReady();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(theWindow().window.loadURL.mock.calls).toHaveLength(loads);
  });

  test('is restarted on another port if its port was taken meanwhile, and the page moves there', async () => {
    await start();
    server().getReady();
    server().emit('exit', 1);
    await vi.advanceTimersByTimeAsync(600);
    server().emit('message', { type: 'failed', message: 'port in use (EADDRINUSE)' });
    server().emit('exit', 1);
    await vi.advanceTimersByTimeAsync(1_100);
    expect(server().port).toBe('0');
    server().getReady(50_999);
    expect(lastLoaded()).toBe('http://127.0.0.1:50999/home');
  });

  test('shows its first page when it runs again, if a page failed to load or crashed meanwhile', async () => {
    await start();
    const { loadURL, webContents } = theWindow().window;
    loadURL.mockImplementation(async (address) => {
      if (address.startsWith(OWN)) throw new Error(`ERR_CONNECTION_REFUSED (-102) loading`);
    });
    server().getReady();
    await vi.advanceTimersByTimeAsync(0);
    server().emit('exit', 1);
    expect(shownText()).toContain('could not start');
    await vi.advanceTimersByTimeAsync(600);
    loadURL.mockImplementation(async () => {});
    server().getReady();
    expect(lastLoaded()).toBe(`${OWN}/home`);

    server().emit('exit', 1);
    const loads = loadURL.mock.calls.length;
    webContents.emit('render-process-gone', {}, { reason: 'crashed' });
    await vi.advanceTimersByTimeAsync(1_100);
    expect(loadURL.mock.calls).toHaveLength(loads);
    server().getReady();
    expect(loadURL.mock.calls).toHaveLength(loads + 1);
  });
});

describe('the kiosk', () => {
  beforeEach(async () => {
    await start('--kiosk', '--set-up');
    server().getReady();
  });

  test('is full screen, without menu and developer tools, with a session only in memory', () => {
    expect(theWindow().options).toMatchObject({ kiosk: true, fullscreen: true, frame: false });
    expect(theWindow().options.webPreferences?.devTools).toBe(false);
    expect(fake.parts.Menu.setApplicationMenu).toHaveBeenCalledWith(null);
    expect(fake.parts.app.commandLine.appendSwitch).toHaveBeenCalledWith(
      'disable-back-forward-cache',
    );
    // A partition without `persist:` is never written to disk.
    expect(fake.parts.session.fromPartition).toHaveBeenCalledWith('kiosk', { cache: false });
    expect(lastLoaded()).toBe(`${OWN}/kiosk`);
  });

  test('cannot be closed or quit until the PIN is entered', async () => {
    await call('setPin', '246810');
    const preventDefault = vi.fn();
    theWindow().window.emit('close', { preventDefault });
    fake.parts.app.emit('before-quit', { preventDefault });
    expect(preventDefault).toHaveBeenCalledTimes(2);
    expect(server().kill).not.toHaveBeenCalled();
    expect(await call('quit')).toBe(false);
    expect(await call('unlock', '246810')).toEqual({ outcome: 'open' });
    expect(await call('quit')).toBe(true);
    expect(fake.parts.app.quit).toHaveBeenCalled();
  });

  test('closes when the machine shuts down', async () => {
    fake.parts.powerMonitor.emit('shutdown');
    fake.parts.app.emit('before-quit', { preventDefault: vi.fn() });
    await vi.advanceTimersByTimeAsync(0);
    expect(server().kill).toHaveBeenCalled();
  });

  test('clears storage, caches and the clipboard at the end of a session, and locks again', async () => {
    await call('setPin', '246810');
    await call('unlock', '246810');
    await call('endSession');
    const { kiosk } = fake.sessions;
    for (const cleared of [kiosk.clearStorageData, kiosk.clearCache, kiosk.clearAuthCache]) {
      expect(cleared).toHaveBeenCalledOnce();
    }
    expect(fake.parts.clipboard.clear).toHaveBeenCalledOnce();
    expect(await call('quit')).toBe(false);
  });

  test('reloads a page that does not recover after the end of a session', async () => {
    theWindow().window.loadURL.mockClear();
    await call('endSession');
    await vi.advanceTimersByTimeAsync(2_100);
    expect(lastLoaded()).toBe(`${OWN}/kiosk`);
  });

  test('is locked again when its page crashes', async () => {
    await call('setPin', '246810');
    await call('unlock', '246810');
    theWindow().window.webContents.emit('render-process-gone', {}, { reason: 'crashed' });
    expect(await call('saveSettings', SETTINGS)).toBe(false);
  });

  test('clears the page history and resets the zoom after each page load', () => {
    const { webContents } = theWindow().window;
    webContents.emit('did-finish-load');
    expect(webContents.navigationHistory.clear).toHaveBeenCalled();
    expect(webContents.setZoomFactor).toHaveBeenCalledWith(1);
  });

  test('refuses a first PIN outside setup mode', async () => {
    fake = createFakeElectron(mkdtempSync(join(tmpdir(), 'shell-')));
    await start('--kiosk');
    server().getReady();
    expect(await call('setPin', '246810')).toBe(false);
    expect(await call('unlock', '246810')).toMatchObject({ outcome: 'wrong' });
    expect(await call('saveSettings', SETTINGS)).toBe(false);
  });

  test('accepts a first PIN in setup mode, and later ones only while unlocked', async () => {
    expect(await call('setPin', '246810')).toBe(true);
    expect(await call('setPin', '802469')).toBe(false);
    expect(await call('saveSettings', SETTINGS)).toBe(false);
    await call('unlock', '246810');
    expect(await call('setPin', '802469')).toBe(true);
    await expect(call('setPin', '111111')).rejects.toThrow('Refused');
    expect(await call('saveSettings', SETTINGS)).toBe(true);
  });
});

describe('a kiosk and its server', () => {
  const reportsTo = () =>
    vi.mocked(fetch).mock.calls.filter(([address]) => String(address).endsWith('/reports'));
  const answerWith = (orders: object) =>
    vi.mocked(fetch).mockImplementation(async () => Response.json(orders));
  beforeEach(async () => {
    await start('--kiosk', '--set-up');
    theWindow().window.webContents.getURL.mockReturnValue(`${OWN}/kiosk`);
    server().getReady();
  });

  test('authenticate with a secret whose hash the server has and the page does not', async () => {
    const [, , options] = fake.parts.utilityProcess.fork.mock.calls[0] ?? [];
    const { token } = JSON.parse(readFileSync(join(userData, 'kiosk-report.json'), 'utf8'));
    expect(options?.env).toMatchObject({
      KIOSK_TOKEN_HASH: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(JSON.stringify(options)).not.toContain(token);
    await vi.advanceTimersByTimeAsync(5_000);
    const event = { returnValue: undefined };
    fake.parts.ipcMain.emit(READ_STATE_CHANNEL, event);
    expect(JSON.stringify(event)).not.toContain(token);
    expect(reportsTo()[0]?.[1]?.headers).toMatchObject({ Authorization: `Bearer ${token}` });
  });

  test('apply the admin’s settings to the page within seconds', async () => {
    answerWith({ settings: SETTINGS, restart: false });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(theWindow().window.webContents.send).toHaveBeenCalledWith(
      STATE_CHANGED_CHANNEL,
      expect.objectContaining({ settings: SETTINGS }),
    );
  });

  test('restart on request when no user is there, and the kiosk stays locked', async () => {
    answerWith({ settings: SETTINGS, restart: true });
    await vi.advanceTimersByTimeAsync(SETTINGS.idleSeconds * 1000 + 5_000);
    expect(fake.parts.app.relaunch).toHaveBeenCalledWith({
      execPath: '/opt/electron',
      args: ['/opt/cradlesong', '--kiosk'],
    });
    expect(server().kill).toHaveBeenCalled();
    expect(fake.parts.app.exit).toHaveBeenCalled();
  });
});

describe('a kiosk outside its opening hours', () => {
  const CLOSED = { opensAt: new Date(2026, 10, 24, 7).toISOString() };
  const readClosed = () => {
    const event: { returnValue?: { closed: unknown } } = {};
    fake.parts.ipcMain.emit(READ_STATE_CHANNEL, event);
    return event.returnValue?.closed;
  };
  const wait = (minutes: number) => vi.advanceTimersByTimeAsync(minutes * 60_000);
  beforeEach(async () => {
    vi.setSystemTime(new Date(2026, 10, 24, 3));
    const openingHours = Array.from({ length: 7 }, () => ({ from: '07:00', to: '23:00' }));
    writeFileSync(join(userData, 'kiosk.json'), JSON.stringify({ openingHours }));
    await start('--kiosk', '--set-up');
    server().getReady();
  });

  test('is opened by the PIN, and stays open when staff lock it', async () => {
    theWindow().window.webContents.getURL.mockReturnValue(`${OWN}/kiosk`);
    await call('setPin', '246810');
    await wait(11);
    await call('unlock', '111111');
    expect(readClosed()).toEqual(CLOSED);
    await call('unlock', '246810');
    expect(readClosed()).toBeNull();
    await call('endSession');
    await wait(30);
    expect(readClosed()).toBeNull();
  });
});

describe('a kiosk shared with phones', () => {
  const WIFI = { address: '192.168.1.20', netmask: '', mac: '', cidr: null };
  const SHARED = { isOn: true, network: null };
  beforeEach(async () => {
    interfaces = { wlan0: [{ ...WIFI, family: 'IPv4', internal: false }] };
    await start('--kiosk', '--set-up');
    server().getReady();
    await call('setPin', '246810');
  });
  const unlockAndShare = async (choice: unknown = SHARED) => {
    await call('unlock', '246810');
    return call('setSharing', choice);
  };

  test('is shared only after staff turn sharing on: once the music has ended, the server restarts on the same port, open to the network, and the window keeps its page', async () => {
    expect(server().env).toMatchObject({ HOST: '127.0.0.1', KIOSK: 'on' });
    expect(await call('setSharing', SHARED)).toBe(false);
    const loaded = theWindow().window.loadURL.mock.calls.length;
    const { isCurrentlyAudible } = theWindow().window.webContents;
    isCurrentlyAudible.mockReturnValue(true);
    expect(await unlockAndShare()).toBe(true);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(fake.servers).toHaveLength(1);
    isCurrentlyAudible.mockReturnValue(false);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(fake.servers).toHaveLength(2);
    expect(server().port).toBe('50123');
    expect(server().env).toMatchObject({
      HOST: '0.0.0.0',
      SITE_URL: 'http://192.168.1.20:50123',
      ADDITIONAL_REDIRECT_URLS: 'http://127.0.0.1:50123/**',
      TRUST_PROXY: 'off',
      DEV_MODE: 'off',
      KIOSK: 'on',
    });
    server().emit('message', { type: 'ready', url: 'http://localhost:50123' });
    expect(theWindow().window.loadURL.mock.calls).toHaveLength(loaded);
    const [, state] = theWindow().window.webContents.send.mock.calls.at(-1) ?? [];
    expect(state).toMatchObject({
      sharing: { status: 'on', address: 'http://192.168.1.20:50123' },
    });
  });

  test('is not shared when it is started as a plain window, regardless of its file', async () => {
    await unlockAndShare();
    fake = createFakeElectron(userData);
    await start();
    server().getReady();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(fake.servers).toHaveLength(1);
    expect(server().env).toMatchObject({ HOST: '127.0.0.1' });
    expect(server().env).not.toHaveProperty('KIOSK');
  });
});

const SETTINGS = { ...DEFAULT_KIOSK_SETTINGS, idleSeconds: 60, warningSeconds: 20, dimSeconds: 30 };

describe('requests from the page', () => {
  beforeEach(async () => {
    await start('--kiosk', '--set-up');
    server().getReady();
  });

  test.each([
    ['another page', { senderFrame: { url: 'https://evil.example/', parent: null } }],
    [
      'the same host on another port',
      { senderFrame: { url: 'http://127.0.0.1:1/', parent: null } },
    ],
    ['a frame in our page', { senderFrame: { url: `${OWN}/kiosk`, parent: {} } }],
    ['a removed frame', { senderFrame: null }],
  ])('are refused from %s', async (_who, event) => {
    await expect(call('unlock', '246810', event)).rejects.toThrow('Refused');
  });

  test.each([
    ['unlock', undefined],
    ['setPin', '12345a'],
    ['saveSettings', { ...SETTINGS, idleSeconds: 0 }],
    ['setSharing', { isOn: true }],
    ['endSession', 'now'],
  ] as const)('are refused in another shape: %s %o', async (name, input) => {
    await expect(call(name, input)).rejects.toThrow('Refused');
  });
});
