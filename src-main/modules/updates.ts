import { createPublicKey, type KeyObject } from 'node:crypto';
import { isSignedUpdate } from './update-signature.ts';

/** The part of electron-updater's `AppUpdater` in use. */
export interface Updater {
  autoDownload: boolean;
  autoInstallOnAppQuit: boolean;
  allowDowngrade: boolean;
  checkForUpdates(): Promise<{
    readonly isUpdateAvailable: boolean;
    readonly updateInfo: { readonly version: string };
  } | null>;
  downloadUpdate(): Promise<unknown>;
  on(event: 'update-downloaded', listener: (info: { version: string }) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

interface UpdatesOptions {
  /** Text of `app-update.yml` in the package; undefined without one. */
  readFeed: () => string | undefined;
  /** Text of `update-key.pem` in the package: the owner's public key. */
  readKey: () => string | undefined;
  /** Called only if there is a feed: without one, a failure to load must have no effect. */
  loadUpdater: () => Promise<Updater>;
  log: (line: string) => void;
}

const FIRST_CHECK_MS = 5 * 60_000;
const CHECK_EVERY_MS = 24 * 60 * 60_000;

/**
 * Checks the owner's update server once a day, downloads newer versions signed by the owner, and installs them when the
 * program quits. Disabled if the address is the shipped example or has no https, or if there is no key
 * (docs/decisions/0060).
 */
export function followUpdates({ readFeed, readKey, loadUpdater, log }: UpdatesOptions): void {
  const feed = /^url:\s*['"]?(\S+?)['"]?\s*$/m.exec(readFeed() ?? '')?.[1];
  if (!feed || isExampleAddress(feed)) return;
  const key = readPublicKey(readKey());
  if (!key || URL.parse(feed)?.protocol !== 'https:') {
    log(`updates disabled: ${key ? 'the address is not https' : 'the package has no key'}`);
    return;
  }
  let prepared: Promise<Updater> | undefined;
  const check = async () => {
    try {
      prepared ??= loadUpdater().then((updater) => prepare(updater, log));
      await fetchSigned(await prepared, key);
    } catch (error) {
      log(`update failed: ${error instanceof Error ? error.message : error}`);
    }
  };
  // Delayed, because the machine is busy when it starts.
  setTimeout(check, FIRST_CHECK_MS);
  setInterval(check, CHECK_EVERY_MS);
}

function prepare(updater: Updater, log: (line: string) => void): Updater {
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = true;
  updater.allowDowngrade = false;
  updater.on('update-downloaded', ({ version }) =>
    log(`version ${version} is installed when the program quits`),
  );
  // The error also rejects the call; without a listener, the event would end the program.
  updater.on('error', () => {});
  return updater;
}

/** The updater verifies the hashes of files; this verifies the signature of the feed first. */
async function fetchSigned(updater: Updater, key: KeyObject): Promise<void> {
  const found = await updater.checkForUpdates();
  if (!found?.isUpdateAvailable) return;
  if (!isSignedUpdate({ ...found.updateInfo }, key)) {
    throw new Error(`version ${found.updateInfo.version} is not signed by the owner`);
  }
  await updater.downloadUpdate();
}

function readPublicKey(pem: string | undefined): KeyObject | undefined {
  if (pem === undefined) return undefined;
  try {
    return createPublicKey(pem);
  } catch {
    return undefined;
  }
}

const isExampleAddress = (address: string): boolean =>
  URL.parse(address)?.hostname.endsWith('.example') ?? true;
