/** As much of electron-updater's `AppUpdater` as is needed. */
export interface Updater {
  autoDownload: boolean;
  autoInstallOnAppQuit: boolean;
  allowDowngrade: boolean;
  checkForUpdates(): Promise<unknown>;
  on(event: 'update-downloaded', listener: (info: { version: string }) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

interface UpdatesOptions {
  /** Text of `app-update.yml`, which the package carries; undefined where there is none. */
  readFeed: () => string | undefined;
  /** Loaded only when there is an address to ask: nothing of it runs, or can fail, before. */
  loadUpdater: () => Promise<Updater>;
  log: (line: string) => void;
}

const FIRST_MS = 5 * 60_000;
const EVERY_MS = 24 * 60 * 60_000;

/**
 * Asks the owner's update server once a day, downloads what is newer, and leaves it for the next time
 * the program ends: no window closes under anybody's hands. The address as shipped is an example and
 * means that nobody is asked.
 */
export function followUpdates({ readFeed, loadUpdater, log }: UpdatesOptions): void {
  const feed = /^url:\s*['"]?(\S+?)['"]?\s*$/m.exec(readFeed() ?? '')?.[1];
  if (!feed || isExample(feed)) return;
  const ask = async () => {
    try {
      const updater = await prepare();
      await updater.checkForUpdates();
    } catch (error) {
      log(`not asked for a newer version: ${error instanceof Error ? error.message : error}`);
    }
  };
  let prepared: Promise<Updater> | undefined;
  const prepare = () => {
    prepared ??= loadUpdater().then((updater) => {
      updater.autoDownload = true;
      updater.autoInstallOnAppQuit = true;
      updater.allowDowngrade = false;
      updater.on('update-downloaded', ({ version }) => log(`version ${version} waits for the end`));
      // What went wrong also rejects the call above; unheard, the event would end the program.
      updater.on('error', () => {});
      return updater;
    });
    return prepared;
  };
  // A machine that has just started has better things to do.
  setTimeout(ask, FIRST_MS);
  setInterval(ask, EVERY_MS);
}

/** The address still has a placeholder for the system in its path, which a parser takes as it is. */
const isExample = (address: string): boolean =>
  URL.parse(address)?.hostname.endsWith('.example') ?? true;
