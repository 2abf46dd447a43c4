import type { BrowserContext, Page } from 'playwright';
import type { DesktopState } from '#contract/device/desktop.ts';
import { openPage } from './e2e.ts';
import { playKioskShell } from './kiosk-shell.ts';

export interface Kiosk {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Names of the calls the page has made, the oldest first. */
  calls(): Promise<readonly string[]>;
  /** The shell has news; a document that comes later begins with what `openKiosk` was given. */
  tell(news: Partial<DesktopState>): Promise<void>;
}

interface KioskOptions {
  state?: Partial<DesktopState>;
  /** Time passes only by itself and by `page.clock`. */
  hasClock?: boolean;
  /** What that clock says at first, in the machine's time zone; without it, the real time. */
  startsAt?: Date;
}

/** A page as Electron would show it in a birth centre: 1280×800, touch, the bridge in place. */
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
  await playKioskShell(page, state, (name) => void calls.push(name));
  await page.goto('/kiosk');
  const tell = (news: Partial<DesktopState>) =>
    page.evaluate((next) => {
      // put there by `playElectron`
      (window as unknown as { changeKiosk(next: object): void }).changeKiosk(next);
    }, news);
  return { page, context: page.context(), calls: async () => calls, tell };
}
