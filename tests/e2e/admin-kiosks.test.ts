import { createHash } from 'node:crypto';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { beforeAll, test } from 'vitest';
import { type KioskOrders, type KioskReport, kioskOrdersSchema } from '#contract/kiosks.ts';
import { API_PATHS } from '#contract/paths.ts';
import { startServer } from '#tests/support/e2e.ts';
import type { ServerProcess } from '#tests/support/server-process.ts';
import { isScrolledSideways, openAdminTab, VIEWPORTS } from './pages/admin.page.ts';
import { findBarriers } from './pages/barriers.ts';

const TOKEN = `ksk_${'a'.repeat(43)}`;
const REPORT: KioskReport = {
  version: '1.2.3',
  uptimeSeconds: 3600,
  state: 'attract',
  inputSecondsAgo: 600,
  soundSecondsAgo: null,
  restartInSeconds: null,
  troubles: [],
  settings: null,
};

let server: ServerProcess;
let page: Page;
beforeAll(async () => {
  const KIOSK_TOKEN_HASH = createHash('sha256').update(TOKEN).digest('hex');
  server = await startServer({ KIOSK_TOKEN_HASH });
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const kiosk = () => page.getByRole('list', { name: 'Kiosks' }).getByRole('listitem').first();

/** As the kiosk's shell does every five seconds. */
async function report(changes: Partial<KioskReport> = {}): Promise<KioskOrders> {
  const answer = await fetch(server.url + API_PATHS.kioskReports, {
    method: 'POST',
    headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...REPORT, ...changes }),
  });
  return kioskOrdersSchema.parse(await answer.json());
}

async function openKiosks(viewport?: (typeof VIEWPORTS)[number][1]): Promise<void> {
  page = await openAdminTab(server.url, 'Settings', viewport);
  await button('Kiosks').click();
}

test('without a kiosk the page says how one is set up, and shows it with its first report', async () => {
  await openKiosks();
  await expect(page.getByText('No kiosk yet')).toBeVisible();
  await expect(page.getByText('docs/kiosk.md')).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await report();
  await expect(kiosk().getByRole('heading', { name: 'Kiosk' })).toBeVisible();
  await expect(kiosk()).toContainText('Quiet');
  await expect(kiosk()).toContainText('1.2.3');
  await expect(kiosk()).toContainText('Last touch10 minutes ago');
  await expect(kiosk()).toContainText('Last soundNot since it started');
  await expect(kiosk()).toContainText('No errors');
});

test('what happens at the kiosk is seen as it happens, errors with their times', async () => {
  await openKiosks();
  await report({ state: 'playing', soundSecondsAgo: 0 });
  await expect(kiosk()).toContainText('Playing');
  await expect(kiosk()).toContainText('Last soundJust now');
  await report({ state: 'quiet', troubles: [{ kind: 'page-crashed', secondsAgo: 60 }] });
  await expect(kiosk()).toContainText('In use');
  await expect(kiosk().getByText('The page crashed')).toBeHidden();
  await kiosk().getByText('1 error').click();
  await expect(kiosk().getByText('The page crashed')).toBeVisible();
  await expect(kiosk().getByRole('time')).toContainText(/\d\d:\d\d/);
});

test('a kiosk that has been silent for more than two minutes is said to be', async () => {
  await report({ state: 'attract' });
  await openKiosks();
  await expect(kiosk()).toContainText('Quiet');
  await page.clock.install();
  await button('Password').click();
  await button('Kiosks').click();
  await page.clock.fastForward('03:00');
  await expect(kiosk()).toContainText('Not heard of for 3 minutes');
});

test.each(VIEWPORTS)('the kiosks have no barriers on %s', async (_what, viewport) => {
  await report({ state: 'playing', troubles: [{ kind: 'server-hung', secondsAgo: 5 }] });
  await openKiosks(viewport);
  await kiosk()
    .getByText(/\d errors?/)
    .click();
  await expect(kiosk().getByText('The server hung').first()).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  expect(await isScrolledSideways(page)).toBe(false);
});
