import type { AppUpdater } from 'electron-updater';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { followUpdates, type Updater } from './updates.ts';

const FEED = 'provider: generic\nurl: https://updates.birth-centre.org/linux\nchannel: latest\n';
const DAY_MS = 24 * 60 * 60_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function follow(feed: string | undefined, checks: () => Promise<unknown> = async () => null) {
  const lines: string[] = [];
  const updater = {
    autoDownload: false,
    autoInstallOnAppQuit: false,
    allowDowngrade: true,
    checkForUpdates: vi.fn(checks),
    on: vi.fn(),
  } satisfies Updater;
  const loadUpdater = vi.fn(async () => updater);
  followUpdates({ readFeed: () => feed, loadUpdater, log: (line) => lines.push(line) });
  return { updater, loadUpdater, lines };
}

describe('newer versions', () => {
  test('the real updater fits', () => {
    const accept = (_updater: Updater) => {};
    const real = (updater: AppUpdater) => accept(updater);
    expect(real).toBeTypeOf('function');
  });

  test.each([
    ['no address', undefined],
    ['an address of nobody', 'provider: generic\nurl: https://updates.cradlesong.example/linux\n'],
    ['a word that is no address', 'url: nowhere\n'],
  ])('with %s nobody is asked, and the updater is not even loaded', async (_what, feed) => {
    const { loadUpdater } = follow(feed);
    await vi.advanceTimersByTimeAsync(3 * DAY_MS);
    expect(loadUpdater).not.toHaveBeenCalled();
  });

  test('are asked for a while after the start and then once a day, and wait for the end', async () => {
    const { updater } = follow(FEED);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(updater.checkForUpdates).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(3 * DAY_MS);
    expect(updater.checkForUpdates).toHaveBeenCalledTimes(4);
    expect(updater).toMatchObject({ autoInstallOnAppQuit: true, allowDowngrade: false });
  });

  test('without a network nothing happens but a line in the log', async () => {
    const { lines, updater } = follow(FEED, async () => {
      throw new Error('no network');
    });
    await vi.advanceTimersByTimeAsync(2 * DAY_MS);
    expect(updater.checkForUpdates).toHaveBeenCalledTimes(3);
    expect(lines).toHaveLength(3);
    expect(lines[0]).toContain('no network');
  });
});
