import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type KioskCommands, kioskReportSchema } from '#contract/calls/kiosks.ts';
import { DEFAULT_KIOSK_SETTINGS, kioskFileSchema } from '#contract/device/desktop.ts';
import { openJsonFile } from './json-file.ts';
import { createKioskReporter, reportFileSchema } from './kiosk-reporter.ts';

const ROOM = { ...DEFAULT_KIOSK_SETTINGS, name: 'Room 2', idleSeconds: 60 };

beforeEach(() => void vi.useFakeTimers());

function setUp(commands: Partial<KioskCommands> = {}) {
  const dir = mkdtempSync(join(tmpdir(), 'reporter-'));
  const seen = { isSounding: false, isFirstScreen: true };
  const answer = {
    body: { settings: DEFAULT_KIOSK_SETTINGS, restart: false, ...commands } as unknown,
  };
  const fetch = vi.fn(async (_address: unknown, _request?: RequestInit) =>
    Response.json(answer.body),
  );
  vi.stubGlobal('fetch', fetch);
  const settings = openJsonFile(join(dir, 'kiosk.json'), kioskFileSchema);
  const restart = vi.fn();
  const reporter = createKioskReporter({
    version: '1.2.3',
    file: openJsonFile(join(dir, 'kiosk-report.json'), reportFileSchema),
    settings,
    url: () => 'http://127.0.0.1:50123',
    look: () => seen,
    onSettings: () => {},
    restart,
    log: () => {},
  });
  reporter.start();
  const wait = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);
  const lastReport = () => {
    const request = fetch.mock.calls.at(-1)?.[1];
    return kioskReportSchema.parse(JSON.parse(String(request?.body)));
  };
  return { seen, answer, settings, restart, reporter, wait, lastReport };
}

describe('a report', () => {
  test('describes the kiosk, with durations instead of times', async () => {
    const { reporter, seen, wait, lastReport } = setUp();
    await wait(5);
    expect(lastReport()).toMatchObject({
      state: 'attract',
      uptimeSeconds: 5,
      inputSecondsAgo: null,
    });
    reporter.noteInput();
    seen.isFirstScreen = false;
    await wait(5);
    expect(lastReport()).toMatchObject({ state: 'quiet', inputSecondsAgo: 5 });
    seen.isSounding = true;
    await wait(5);
    expect(lastReport()).toMatchObject({ state: 'playing', soundSecondsAgo: 0 });
  });

  test('repeats a problem until the server has received it, and then no more', async () => {
    const { reporter, answer, wait, lastReport } = setUp();
    const good = answer.body;
    answer.body = { code: 'starting' };
    reporter.recordTrouble('page-crashed');
    await wait(5);
    answer.body = good;
    await wait(5);
    expect(lastReport().troubles).toEqual([{ kind: 'page-crashed', secondsAgo: 10 }]);
    await wait(5);
    expect(lastReport().troubles).toEqual([]);
  });
});

describe('settings', () => {
  test('changed by staff are sent to the server only once', async () => {
    const { settings, answer, wait, lastReport } = setUp();
    await wait(5);
    settings.write(ROOM);
    answer.body = { settings: ROOM, restart: false };
    await wait(5);
    expect(lastReport().settings).toEqual(ROOM);
    await wait(5);
    expect(lastReport().settings).toBeNull();
  });

  test('are unchanged by an invalid answer', async () => {
    const { settings, answer, wait } = setUp({ settings: ROOM });
    await wait(5);
    answer.body = { settings: { ...ROOM, idleSeconds: 1 }, restart: false };
    await wait(5);
    expect(settings.read()).toEqual(ROOM);
  });
});

describe('a requested restart', () => {
  test('happens after the idle time without a user, and reports when', async () => {
    const { restart, seen, wait, lastReport } = setUp({ settings: ROOM, restart: true });
    seen.isSounding = true;
    await wait(600);
    expect(restart).not.toHaveBeenCalled();
    expect(lastReport().restartInSeconds).toBeNull();
    seen.isSounding = false;
    await wait(10);
    expect(lastReport().restartInSeconds).toBe(55);
    await wait(50);
    expect(restart).not.toHaveBeenCalled();
    await wait(10);
    expect(restart).toHaveBeenCalledOnce();
  });

  test('waits again after a touch, and does not happen once it is cancelled', async () => {
    const { reporter, restart, answer, wait } = setUp({ settings: ROOM, restart: true });
    await wait(50);
    reporter.noteInput();
    await wait(50);
    expect(restart).not.toHaveBeenCalled();
    answer.body = { settings: ROOM, restart: false };
    await wait(600);
    expect(restart).not.toHaveBeenCalled();
  });
});
