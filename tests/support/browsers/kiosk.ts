import type { BrowserContext, Page } from 'playwright';
import type { DesktopState } from '#contract/device/desktop.ts';
import { openPage } from './e2e.ts';
import { emulateKioskShell } from './kiosk-shell.ts';

export interface Kiosk {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Names of the page's calls to the shell so far. */
  readonly calls: readonly string[];
  /** Sends new state; a later document starts with the state given to `openKiosk`. */
  tell(news: Partial<DesktopState>): Promise<void>;
}

interface KioskOptions {
  state?: Partial<DesktopState>;
  /** Installs `page.clock`. */
  hasClock?: boolean;
  /** Start of that clock in the machine's time zone; the real time by default. */
  startsAt?: Date;
}

/** A page as in Electron at a birth centre: 1280×800, touch, with the preload bridge. */
export async function openKiosk(
  baseURL: string,
  { state = {}, hasClock = false, startsAt = new Date() }: KioskOptions = {},
): Promise<Kiosk> {
  const page = await openPage(baseURL, {
    viewport: { width: 1280, height: 800 },
    hasTouch: true,
    acceptDownloads: false,
  });
  if (hasClock) await page.clock.install({ time: startsAt });
  const calls: string[] = [];
  await emulateKioskShell(page, state, (name) => void calls.push(name));
  await page.goto('/kiosk');
  const tell = (news: Partial<DesktopState>) =>
    page.evaluate((next) => {
      // Added by `emulateElectron`.
      (window as unknown as { changeKiosk(next: object): void }).changeKiosk(next);
    }, news);
  return { page, context: page.context(), calls, tell };
}
