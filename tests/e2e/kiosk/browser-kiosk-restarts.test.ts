import { cpSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect as expectValue, test } from 'vitest';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import {
  type BrowserKiosk,
  childrenOf,
  chooseKioskPin,
  startBrowserKiosk,
} from '#tests/support/browsers/browser-kiosk.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { copySeededData } from '#tests/support/servers/server-process.ts';
import { CAN_MOUNT, mountSmallDisk } from '#tests/support/servers/small-disk.ts';
import { asAdminOf } from '../pages/as-admin.ts';

const MB = 1024 * 1024;
const PATIENCE = { timeout: 60_000 };

describe.runIf(process.platform === 'linux')('a browser kiosk after a failure', () => {
  const undo: (() => unknown)[] = [];
  afterEach(async () => {
    for (const step of undo.splice(0).reverse()) await step();
  });

  async function start(options: Parameters<typeof startBrowserKiosk>[0]): Promise<BrowserKiosk> {
    const kiosk = await startBrowserKiosk(options);
    undo.push(() => kiosk.stop());
    return kiosk;
  }
  const findFirstScreen = (kiosk: BrowserKiosk) =>
    kiosk.page().getByRole('heading', { name: 'Come and rest' });
  async function expectFirstScreen(kiosk: BrowserKiosk): Promise<void> {
    await kiosk.attach();
    await expect(findFirstScreen(kiosk)).toBeVisible(PATIENCE);
  }
  const serverPid = (kiosk: BrowserKiosk) =>
    childrenOf(kiosk.programPid()).find((pid) => pid !== kiosk.browserPid()) ?? 0;
  /** The failures that its server shows. */
  async function readTroubles(kiosk: BrowserKiosk): Promise<string[]> {
    const { origin } = new URL(kiosk.page().url());
    const [listed] = await asAdminOf({ url: origin }).read('kiosks');
    return listed.troubles.map(({ kind }: { kind: string }) => kind);
  }

  test('reopens a killed browser, reloads a page that hangs or crashes, reports each failure, and clears a session that ends while the server hangs', {
    timeout: 300_000,
  }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cradlesong-kiosk-restarts-'));
    undo.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
    renameSync(await copySeededData(), join(folder, 'data'));
    const kiosk = await start({
      folder,
      before: `
if [ $start = 1 ]; then kill -KILL $$; fi
if [ $start = 3 ]; then "$chromium" "$@" & sleep 0.4; kill -KILL $!; exit 137; fi`,
    });
    await expectFirstScreen(kiosk);
    expectValue(kiosk.starts()).toBe(2);
    process.kill(kiosk.browserPid() ?? 0, 'SIGKILL');
    await expect.poll(kiosk.starts, PATIENCE).toBe(4);
    await expectFirstScreen(kiosk);
    expectValue(kiosk.terminal().match(/The browser is not open \(/g)).toHaveLength(3);

    await expect
      .poll(() => readTroubles(kiosk), PATIENCE)
      .toEqual(['part-ended', 'part-ended', 'part-ended']);

    const titles = async () => {
      const session = await kiosk.browser().newBrowserCDPSession();
      const { targetInfos } = await session.send('Target.getTargets');
      return targetInfos.filter(({ type }) => type === 'page').map(({ title }) => title);
    };
    await kiosk.page().evaluate((stream) => {
      document.title = 'broken';
      // This answer never ends, so the page hangs without using a processor.
      setTimeout(() => {
        const request = new XMLHttpRequest();
        request.open('GET', stream, false);
        request.send();
      });
    }, `${API_PATHS.changes}?table=audio_content`);
    await expect.poll(titles, PATIENCE).toEqual(['Come and rest · Cradlesong']);

    const crashing = await kiosk.attach();
    const session = await crashing.context().newCDPSession(crashing);
    await crashing.evaluate(() => {
      document.title = 'broken';
    });
    process.kill(serverPid(kiosk), 'SIGKILL');
    session.send('Page.crash').catch(() => undefined);
    await expect.poll(titles, PATIENCE).toEqual(['Come and rest · Cradlesong']);

    await expectFirstScreen(kiosk);
    const page = kiosk.page();
    await page
      .getByRole('link', { name: /Pregnancy/ })
      .first()
      .click();
    const end = page.getByRole('button', { name: 'End my session' });
    await end.waitFor();
    await page.evaluate(() => localStorage.setItem('favorites', '[1]'));
    process.kill(serverPid(kiosk), 'SIGSTOP');
    await end.click();
    await expect(findFirstScreen(kiosk)).toBeVisible(PATIENCE);
    expectValue(await page.evaluate(() => localStorage.getItem('favorites'))).toBeNull();
  });

  test.runIf(CAN_MOUNT)(
    'with full data and temporary folders reports both on the terminal, and starts once there is room',
    { timeout: 120_000 },
    async () => {
      const disk = mountSmallDisk(200 * MB);
      undo.push(() => disk.remove());
      const [folder, scripts] = [join(disk.folder, 'kiosk'), mkdtempSync(join(tmpdir(), 'kiosk-'))];
      cpSync(await copySeededData(), join(folder, 'data'), { recursive: true });
      await chooseKioskPin(folder);
      disk.fill();
      const kiosk = await start({ folder, scripts, env: { TMPDIR: disk.folder } });
      for (const message of [
        /The browser is not open \(.+Trying again/s,
        /The server is not running \(.+full.+Trying again/s,
      ]) {
        await expect.poll(kiosk.terminal, PATIENCE).toMatch(message);
      }
      disk.makeRoom();
      await expectFirstScreen(kiosk);
    },
  );
});
