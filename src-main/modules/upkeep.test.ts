import { EventEmitter } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WebContents } from 'electron';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { kioskFileSchema } from '#contract/device/desktop.ts';
import { FakeServer } from '#tests/support/browsers/fake-electron.ts';
import { clearUserData } from './clean-slate.ts';
import { openJsonFile } from './json-file.ts';
import { openLogFile } from './log-file.ts';
import { createLoginItem } from './login-item.ts';
import { keepAwakeWhilePlaying } from './power.ts';
import { createServerProcess, type ServerState } from './server-process.ts';
import { watchServer } from './server-watch.ts';
import { createKioskPin, pinFileSchema } from './window/kiosk-pin.ts';
import { recoverPage } from './window/page-recovery.ts';
import { findBounds, windowFileSchema } from './window/window-state.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'upkeep-'));
});

describe('the server process', () => {
  function setUp() {
    vi.useFakeTimers();
    vi.stubGlobal('fetch', async () => new Response());
    const servers: FakeServer[] = [];
    const states: ServerState[] = [];
    let port = 0;
    const killHard = vi.fn((pid: number) => {
      servers.find((server) => server.pid === pid)?.emit('exit', 9);
    });
    const control = createServerProcess({
      fork: (wanted) => {
        const server = new FakeServer(servers.length + 1, String(wanted));
        servers.push(server);
        return server;
      },
      killHard,
      port: {
        read: () => port,
        write: (next) => {
          port = next;
        },
      },
      log: () => {},
    });
    control.onState((state) => states.push(state));
    control.start();
    const last = () => servers.at(-1) ?? new FakeServer(0);
    return { control, servers, states, killHard, last };
  }

  test('exits on a restart and is started again at once, without a reported failure', async () => {
    const { control, servers, states, last } = setUp();
    control.restart();
    expect(last().kill).not.toHaveBeenCalled();
    last().getReady();
    control.restart();
    expect(states.at(-1)).toEqual({ status: 'starting' });
    control.restart();
    await vi.advanceTimersByTimeAsync(0);
    expect(servers).toHaveLength(2);
    expect(servers[0]?.kill).toHaveBeenCalledOnce();
    expect(last().port).toBe('50123');
    last().getReady();
    expect(states.map(({ status }) => status)).toEqual(['starting', 'ready', 'starting', 'ready']);
  });

  test('is killed and restarted if it does not respond for too long', async () => {
    const { states, killHard, servers } = setUp();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(killHard).toHaveBeenCalledWith(1);
    expect(states.at(-1)).toMatchObject({
      status: 'failed',
      message: 'The server did not get ready within 120 seconds.',
    });
    await vi.advanceTimersByTimeAsync(500);
    expect(servers).toHaveLength(2);
  });

  test('is restarted with a backoff if it always fails, up to every half minute', async () => {
    const { states, last } = setUp();
    const pauses: number[] = [];
    for (let round = 0; round < 9; round += 1) {
      last().emit('exit', 1);
      const state = states.at(-1);
      const pause = state?.status === 'failed' ? state.retryInMs : 0;
      pauses.push(pause);
      await vi.advanceTimersByTimeAsync(pause);
    }
    expect(pauses).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
  });

  test('keeps its port if its disk is full, because printed cards and the firewall contain the port', async () => {
    const { last } = setUp();
    last().getReady();
    last().emit('exit', 1);
    await vi.advanceTimersByTimeAsync(500);
    last().emit('message', { type: 'failed', message: 'is full (ENOSPC)' });
    last().emit('exit', 1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(last().port).toBe('50123');
  });

  test('is killed if it does not exit when asked, and is not restarted', async () => {
    const { control, servers, last, killHard } = setUp();
    last().kill.mockReturnValue(true);
    const stopped = control.stop();
    await vi.advanceTimersByTimeAsync(8_000);
    await stopped;
    expect(killHard).toHaveBeenCalledWith(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(servers).toHaveLength(1);
  });
});

test('a server is replaced after three failed checks in a row, but not if it has exited during the last', async () => {
  vi.useFakeTimers();
  let url: string | undefined = 'http://127.0.0.1:1';
  let exits = false;
  vi.stubGlobal('fetch', async () => {
    if (exits) url = undefined;
    throw new TypeError('fetch failed');
  });
  const onHang = vi.fn();
  watchServer(() => url, onHang);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(onHang).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(10_000);
  exits = true;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(onHang).toHaveBeenCalledOnce();
});

describe('a page', () => {
  function setUp() {
    vi.useFakeTimers();
    const contents = Object.assign(new EventEmitter(), { forcefullyCrashRenderer: vi.fn() });
    const reload = vi.fn();
    // The parts of WebContents that `recoverPage` uses.
    recoverPage({ contents: contents as unknown as WebContents, reload, log: () => {} });
    return { contents, reload };
  }

  test('is reloaded within a second of a crash', async () => {
    const { contents, reload } = setUp();
    contents.emit('render-process-gone', {}, { reason: 'crashed' });
    await vi.advanceTimersByTimeAsync(300);
    expect(reload).toHaveBeenCalledOnce();
  });

  test('is not reloaded in a tight loop if it always crashes', async () => {
    const { contents, reload } = setUp();
    for (let round = 0; round < 6; round += 1) {
      contents.emit('render-process-gone', {}, { reason: 'oom' });
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(reload.mock.calls.length).toBeLessThan(6);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(reload.mock.calls.length).toBeGreaterThan(3);
  });

  test('is killed if it hangs, but not if it is slow', async () => {
    const { contents } = setUp();
    contents.emit('unresponsive');
    await vi.advanceTimersByTimeAsync(4_000);
    contents.emit('responsive');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(contents.forcefullyCrashRenderer).not.toHaveBeenCalled();
    contents.emit('unresponsive');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(contents.forcefullyCrashRenderer).toHaveBeenCalledOnce();
  });
});

test('the machine is kept awake only while sound plays', () => {
  const contents = new EventEmitter();
  const blocker = { start: vi.fn(() => 7), stop: vi.fn() };
  keepAwakeWhilePlaying(contents as unknown as WebContents, blocker);
  contents.emit('media-started-playing');
  contents.emit('media-started-playing');
  expect(blocker.start).toHaveBeenCalledExactlyOnceWith('prevent-app-suspension');
  contents.emit('media-paused');
  contents.emit('media-paused');
  expect(blocker.stop).toHaveBeenCalledExactlyOnceWith(7);
  contents.emit('media-started-playing');
  contents.emit('render-process-gone');
  expect(blocker.stop).toHaveBeenCalledTimes(2);
});

describe('the PIN', () => {
  function setUp() {
    const clock = { now: 1_000_000 };
    const path = join(dir, 'pin.json');
    const open = () => createKioskPin(openJsonFile(path, pinFileSchema), () => clock.now);
    return { clock, path, open };
  }
  const tryWrong = async (pin: ReturnType<typeof createKioskPin>, times: number) => {
    for (let count = 0; count < times; count += 1) await pin.check('000000');
  };

  test('is stored as a hash that only its owner may read', async () => {
    const { path, open } = setUp();
    await open().set('246810');
    expect(readFileSync(path, 'utf8')).not.toContain('246810');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(await open().check('246810')).toEqual({ outcome: 'open' });
  });

  test('is not checked for half a minute after five wrong attempts, then for longer and longer', async () => {
    const { clock, open } = setUp();
    const pin = open();
    await pin.set('246810');
    expect(await pin.check('000000')).toEqual({ outcome: 'wrong', triesLeft: 4 });
    await tryWrong(pin, 3);
    expect(await pin.check('000000')).toEqual({ outcome: 'wait', seconds: 30 });
    expect(await pin.check('246810')).toEqual({ outcome: 'wait', seconds: 30 });
    clock.now += 30_000;
    expect(await pin.check('000000')).toEqual({ outcome: 'wait', seconds: 60 });
    clock.now += 60_000;
    expect(await pin.check('246810')).toEqual({ outcome: 'open' });
    expect(await pin.check('000000')).toEqual({ outcome: 'wrong', triesLeft: 4 });
  });

  test('keeps its wait across a power cut, and when the machine’s clock is changed', async () => {
    const { path } = setUp();
    const open = () => createKioskPin(openJsonFile(path, pinFileSchema));
    await open().set('246810');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 365 * 86_400_000 });
    await tryWrong(open(), 5);
    vi.setSystemTime(0);
    const { seconds } = z.object({ seconds: z.int() }).parse(await open().check('246810'));
    expect(seconds).toBeLessThanOrEqual(30);
    expect(seconds).toBeGreaterThan(20);
  });

  test('counts simultaneous attempts one by one, so that a right one among them has to wait', async () => {
    const { open } = setUp();
    const pin = open();
    await pin.set('246810');
    const pins = [...Array(5).fill('000000'), '246810'];
    const results = await Promise.all(pins.map((tried) => pin.check(tried)));
    const outcomes = results.map(({ outcome }) => outcome);
    expect(outcomes).toEqual([...Array(4).fill('wrong'), 'wait', 'wait']);
  });
});

describe('a JSON file', () => {
  test.each(['{', '{"idleSeconds":1}'])('is read as the defaults if it contains %j', (text) => {
    const path = join(dir, 'kiosk.json');
    writeFileSync(path, text);
    expect(openJsonFile(path, kioskFileSchema).read().idleSeconds).toBe(180);
  });

  test('keeps its value until the program ends if the disk cannot be written', () => {
    const path = join(dir, 'taken');
    mkdirSync(`${path}.new`);
    const file = openJsonFile(path, windowFileSchema);
    expect(file.write({ isMaximized: true, port: 1 })).toBe(false);
    expect(file.read().isMaximized).toBe(true);
  });
});

describe('the log', () => {
  test('never grows past its limit, and keeps the last files', () => {
    const write = openLogFile(dir, 'main');
    const limit = 1024 * 1024;
    for (let line = 0; line < 200; line += 1) write(`line ${line} ${'x'.repeat(limit / 20)}`);
    const files = ['main.log', ...[1, 2, 3, 4].map((age) => `main.${age}.log`)];
    const sizes = files.map((name) => statSync(join(dir, name)).size);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(limit);
    expect(existsSync(join(dir, 'main.5.log'))).toBe(false);
    expect(readFileSync(join(dir, 'main.log'), 'utf8')).toContain('line 199');
  });

  test('does not stop the program if it cannot be written', () => {
    writeFileSync(join(dir, 'no-folder'), '');
    expect(() => openLogFile(join(dir, 'no-folder'), 'main')('x')).not.toThrow();
  });
});

test('a window reopens where it was, unless that screen is missing', () => {
  const screen = { x: 0, y: 0, width: 1920, height: 1080 };
  const kept = (x: number, y: number) =>
    windowFileSchema.parse({ bounds: { x, y, width: 800, height: 600 } });
  expect(findBounds(kept(100, 50), [screen])).toEqual({ x: 100, y: 50, width: 800, height: 600 });
  for (const [x, y] of [
    [2500, 50],
    [-790, 50],
    [100, 1070],
    [100, -300],
  ] as const) {
    expect(findBounds(kept(x, y), [screen])).toEqual({ width: 1280, height: 800 });
  }
});

test('on Linux autostart is a desktop entry, which also starts a kiosk as one', () => {
  const app = { getLoginItemSettings: vi.fn(), setLoginItemSettings: vi.fn() };
  const item = createLoginItem({
    app,
    platform: 'linux',
    autostartDir: join(dir, 'autostart'),
    command: ['/opt/My "App"/cradlesong', '--kiosk'],
  });
  expect(item.isSet()).toBe(false);
  expect(item.set(true)).toBe(true);
  expect(readFileSync(join(dir, 'autostart/cradlesong.desktop'), 'utf8')).toContain(
    String.raw`Exec="/opt/My \"App\"/cradlesong" "--kiosk"`,
  );
  expect(item.isSet()).toBe(true);
  expect(item.set(false)).toBe(true);
  expect(item.isSet()).toBe(false);
  expect(app.setLoginItemSettings).not.toHaveBeenCalled();
});

test('a failed step does not prevent the rest from being cleared', async () => {
  const session = {
    clearStorageData: vi.fn(async () => {}),
    clearCache: vi.fn(() => Promise.reject(new Error('busy'))),
    clearAuthCache: vi.fn(async () => {}),
    clearHostResolverCache: vi.fn(async () => {}),
  };
  const clipboard = { clear: vi.fn() };
  const log = vi.fn();
  await clearUserData({ session, clipboard, log });
  expect(session.clearAuthCache).toHaveBeenCalledOnce();
  expect(clipboard.clear).toHaveBeenCalledOnce();
  expect(log).toHaveBeenCalledExactlyOnceWith('clearing user data failed: Error: busy');
});
