import { createPublicKey, type KeyObject } from 'node:crypto';
import { isSignedUpdate } from './update-signature.ts';

/** As much of electron-updater's `AppUpdater` as is needed. */
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
  /** Text of `app-update.yml`, which the package carries; undefined where there is none. */
  readFeed: () => string | undefined;
  /** Text of `update-key.pem`, which the package carries: the public half of the owner's key. */
  readKey: () => string | undefined;
  /** Loaded only when there is an address to ask: nothing of it runs, or can fail, before. */
  loadUpdater: () => Promise<Updater>;
  log: (line: string) => void;
}

const FIRST_MS = 5 * 60_000;
const EVERY_MS = 24 * 60 * 60_000;

/**
 * Asks the owner's update server once a day, downloads what is newer and signed by the owner, and
 * leaves it for the next time the program ends: no window closes under anybody's hands. The address
 * as shipped is an example and means that nobody is asked; so do one without encryption and a package
 * without a key (docs/decisions/0146).
 */
export function followUpdates({ readFeed, readKey, loadUpdater, log }: UpdatesOptions): void {
  const feed = /^url:\s*['"]?(\S+?)['"]?\s*$/m.exec(readFeed() ?? '')?.[1];
  if (!feed || isExample(feed)) return;
  const key = readPublicKey(readKey());
  if (!key || URL.parse(feed)?.protocol !== 'https:') {
    log(`no updates: ${key ? 'their address is not https' : 'this package has no key for them'}`);
    return;
  }
  let prepared: Promise<Updater> | undefined;
  const ask = async () => {
    try {
      prepared ??= loadUpdater().then((updater) => prepare(updater, log));
      await fetchSigned(await prepared, key);
    } catch (error) {
      log(`no newer version: ${error instanceof Error ? error.message : error}`);
    }
  };
  // A machine that has just started has better things to do.
  setTimeout(ask, FIRST_MS);
  setInterval(ask, EVERY_MS);
}

function prepare(updater: Updater, log: (line: string) => void): Updater {
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = true;
  updater.allowDowngrade = false;
  updater.on('update-downloaded', ({ version }) => log(`version ${version} waits for the end`));
  // What went wrong also rejects the call that caused it; unheard, the event would end the program.
  updater.on('error', () => {});
  return updater;
}

/** The updater compares each file with the hash the feed names; who named it is seen to here, before. */
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

/** The address still has a placeholder for the system in its path, which a parser takes as it is. */
const isExample = (address: string): boolean =>
  URL.parse(address)?.hostname.endsWith('.example') ?? true;
