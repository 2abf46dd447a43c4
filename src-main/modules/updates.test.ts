import { generateKeyPairSync } from 'node:crypto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { signUpdate } from './update-signature.ts';
import { followUpdates, type Updater } from './updates.ts';

const FEED = 'provider: generic\nurl: https://updates.birth-centre.org/linux\nchannel: latest\n';
const DAY_MS = 24 * 60 * 60_000;
const owner = generateKeyPairSync('ed25519');
const otherKeys = generateKeyPairSync('ed25519');
const KEY = owner.publicKey.export({ type: 'spki', format: 'pem' }).toString();
const NEWER = {
  version: '2.0.0',
  files: [{ url: 'cradlesong-2.0.0.AppImage', sha512: 'q83v', size: 1 }],
  path: 'cradlesong-2.0.0.AppImage',
  sha512: 'q83v',
  releaseDate: '2026-05-01T00:00:00.000Z',
};
const signature = signUpdate(NEWER, owner.privateKey);

beforeEach(() => void vi.useFakeTimers());

type Found = Awaited<ReturnType<Updater['checkForUpdates']>>;

function follow({
  feed = FEED,
  key = KEY,
  checks = async () => null,
}: {
  feed?: string | undefined;
  key?: string | undefined;
  checks?: () => Promise<Found>;
}) {
  const lines: string[] = [];
  const updater = {
    autoDownload: true,
    autoInstallOnAppQuit: false,
    allowDowngrade: true,
    checkForUpdates: vi.fn(checks),
    downloadUpdate: vi.fn(async () => []),
    on: vi.fn(),
  } satisfies Updater;
  const loadUpdater = vi.fn(async () => updater);
  followUpdates({
    readFeed: () => feed || undefined,
    readKey: () => key || undefined,
    loadUpdater,
    log: (line) => lines.push(line),
  });
  return { updater, loadUpdater, lines };
}

describe('updates', () => {
  test.each([
    ['no address', { feed: '' }],
    ['an address without a server', { feed: 'url: https://updates.cradlesong.example/linux\n' }],
    ['an address without encryption', { feed: 'url: http://updates.birth-centre.org/linux\n' }],
    ['no key in the package', { key: '' }],
  ])('are not requested with %s, and the updater is not even loaded', async (_what, given) => {
    const { loadUpdater } = follow(given);
    await vi.advanceTimersByTimeAsync(3 * DAY_MS);
    expect(loadUpdater).not.toHaveBeenCalled();
  });

  test('are first checked over a minute after the start, then once a day, and installed on quit', async () => {
    const { updater } = follow({});
    await vi.advanceTimersByTimeAsync(60_000);
    expect(updater.checkForUpdates).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(3 * DAY_MS);
    expect(updater.checkForUpdates).toHaveBeenCalledTimes(4);
    expect(updater).toMatchObject({
      autoDownload: false,
      autoInstallOnAppQuit: true,
      allowDowngrade: false,
    });
  });

  const offer = (updateInfo: typeof NEWER & { signature?: string; packages?: object }) =>
    follow({ checks: async () => ({ isUpdateAvailable: true, updateInfo }) });

  test('are downloaded if signed by the owner, in any order of the feed’s members', async () => {
    const { files, ...rest } = NEWER;
    const { updater } = offer({ signature, ...rest, files });
    await vi.advanceTimersByTimeAsync(DAY_MS / 2);
    expect(updater.downloadUpdate).toHaveBeenCalledOnce();
  });

  test.each([
    ['not signed', NEWER],
    ['signed with another key', { ...NEWER, signature: signUpdate(NEWER, otherKeys.privateKey) }],
    ['a version other than the signed one', { ...NEWER, signature, version: '9.0.0' }],
    [
      'a file other than the signed one',
      { ...NEWER, signature, files: [{ url: 'x', sha512: 'AA==', size: 1 }] },
    ],
    [
      'more than was signed',
      { ...NEWER, signature, packages: { x64: { path: 'x', sha512: 'AA==' } } },
    ],
  ])('are ignored if they are %s', async (_what, updateInfo) => {
    const { updater, lines } = offer(updateInfo);
    await vi.advanceTimersByTimeAsync(DAY_MS / 2);
    expect(updater.downloadUpdate).not.toHaveBeenCalled();
    expect(lines).toEqual([expect.stringContaining('not signed by the owner')]);
  });

  test('log only one line for each check without a network', async () => {
    const { lines, updater } = follow({
      checks: async () => {
        throw new Error('no network');
      },
    });
    await vi.advanceTimersByTimeAsync(2 * DAY_MS);
    expect(updater.checkForUpdates).toHaveBeenCalledTimes(3);
    expect(lines).toHaveLength(3);
    expect(lines[0]).toContain('no network');
  });
});
