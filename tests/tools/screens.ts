import { existsSync, globSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { BrowserContext, Page } from 'playwright';
import sharp from 'sharp';
import { DEFAULT_BRAND } from '#contract/constants/pages/brand.ts';
import { ROUTES } from '#contract/constants/pages/routes.ts';
import { MAIL_TEMPLATES, MAIL_TEXTS } from '#contract/constants/texts/mail-texts.ts';
import { ensureBuilt } from '#server/cli/build.ts';
import { previewMail } from '#server/modules/mail/mail-preview.ts';
import { launchBrowser } from '#tests/support/browsers/browser.ts';
import { startServerProcess } from '#tests/support/servers/server-process.ts';
import { signUpTestUser } from '#tests/support/test-user.ts';
import { addSamplePeople, fillAdminScreens, fillUserScreens } from './screen-data.ts';
import {
  ADMIN_STATES,
  enterAdmin,
  OFFLINE_STATES,
  openState,
  type State,
  type Theme,
  USER_STATES,
  VISITOR_STATES,
} from './screen-states.ts';

// Takes screenshots of every screen, its dialogs and the mails into `screenshots`, in four sizes and both themes.
// States that cannot be reached are listed at the end and fail the run.
//
//   npm run screens -- --only home --view guest-dark-390   (pictures and folders whose names begin with these)
//   npm run screens -- --view mails
//   npm run screens -- --keep                              (later runs list the differences from this one)
const { values: given } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    view: { type: 'string', default: '' },
    keep: { type: 'boolean', default: false },
  },
});

const SIZES = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
  { width: 844, height: 390 },
];
const THEMES = ['light', 'dark'] as const;
const FOLDER = resolve(import.meta.dirname, '../../screenshots');
const KEPT = `${FOLDER}-kept`;
/** A short limit: a state that cannot be reached is gone or has a different label. */
const STATE_TIMEOUT_MS = 8_000;

interface View {
  /** The folder of its pictures: 'guest-dark-390'. */
  readonly folder: string;
  readonly isGuest: boolean;
  readonly theme: Theme;
  readonly viewport: (typeof SIZES)[number];
}

const views: View[] = ['guest', 'user']
  .flatMap((person) =>
    THEMES.flatMap((theme) =>
      SIZES.map((viewport) => ({
        folder: `${person}-${theme}-${viewport.width}`,
        isGuest: person === 'guest',
        theme,
        viewport,
      })),
    ),
  )
  .filter(({ folder }) => folder.startsWith(given.view));
const isWanted = (name: string) => name.startsWith(given.only);
const missing: string[] = [];

/** Runs in the page: waits until the visible pictures are loaded and none was added for a moment. */
async function waitForPictures() {
  await document.fonts.ready;
  const inSight = () =>
    [...document.images].filter(
      ({ loading, complete, offsetTop }) =>
        !complete && (loading !== 'lazy' || offsetTop < window.innerHeight),
    );
  const giveUpAt = performance.now() + 3_000;
  let idleSince = performance.now();
  while (performance.now() - idleSince < 250 && performance.now() < giveUpAt) {
    if (inSight().length > 0) idleSince = performance.now();
    await new Promise((done) => setTimeout(done, 50));
  }
}

/** Leads to a state and takes its picture; one that cannot be reached is recorded, and the run continues. */
async function capture(page: Page, { folder }: View, name: string, lead: () => Promise<unknown>) {
  if (!isWanted(name)) return;
  try {
    await lead();
    // A dialog hides the page's heading from the accessibility tree.
    const heading = page
      .getByRole('heading', { level: 1 })
      .or(page.getByRole('dialog'))
      .or(page.getByRole('alertdialog'));
    await heading.first().waitFor({ timeout: STATE_TIMEOUT_MS });
    await page.evaluate(waitForPictures);
    await page.screenshot({ path: join(FOLDER, folder, `${name}.png`), animations: 'disabled' });
  } catch (cause) {
    missing.push(`${folder} ${name}: ${String(cause).split('\n')[0]}`);
    console.log(`  missing: ${missing.at(-1)}`);
  }
}

const fileName = (path: string) => path.slice(1).replaceAll(/\W+/g, '-') || 'landing';

/** Every page except the tabs of the admin area, which `captureAdminArea` opens through their links. */
const PAGES = ROUTES.filter(({ path }) => !path.startsWith('/admin/')).map(
  ({ path }): State => [fileName(path.replace('/:trackId', '')), path.replace(':trackId', '1')],
);

async function openPage(context: BrowserContext) {
  const page = await context.newPage();
  page.setDefaultTimeout(STATE_TIMEOUT_MS);
  return page;
}

async function captureView(view: View) {
  const context = await openContext(view);
  for (const state of [...PAGES, ...(view.isGuest ? VISITOR_STATES : USER_STATES)]) {
    if (!isWanted(state[0])) continue;
    const page = await openPage(context);
    await capture(page, view, state[0], () => openState(page, state, view.theme));
    await context.setOffline(false);
    await page.close();
  }
  if (view.isGuest) {
    await captureOffline(view);
    await captureAdminArea(context, view);
  }
  await context.close();
}

async function captureOffline(view: View) {
  for (const state of OFFLINE_STATES.filter(([name]) => isWanted(name))) {
    const context = await openContext(view, 'allow');
    const page = await openPage(context);
    await capture(page, view, state[0], () => openState(page, state, view.theme));
    await context.close();
  }
}

/** Every part of every tab, and its panels; signs in once. */
async function captureAdminArea(context: BrowserContext, view: View) {
  if (!given.only.startsWith('admin') && !'admin'.startsWith(given.only)) return;
  const page = await openPage(context);
  await enterAdmin(page);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  const hrefs = (name: string | RegExp) =>
    page
      .getByRole('navigation', { name })
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  const open = (href: string) => page.locator(`a[href="${href}"]`).first().click();
  for (const tab of await hrefs('Admin')) {
    await open(tab);
    await capture(page, view, fileName(tab), async () => {});
    for (const part of (await hrefs(/^Parts of /)).slice(1)) {
      await capture(page, view, fileName(part), () => open(part));
    }
  }
  for (const state of ADMIN_STATES) {
    await capture(page, view, state[0], () => openState(page, state, view.theme));
  }
  await page.close();
}

async function captureMails(folder: string, theme: Theme, width: number) {
  const page = await browser.newPage({ viewport: { width, height: 844 }, colorScheme: theme });
  for (const template of MAIL_TEMPLATES.filter(isWanted)) {
    const { subject, preview, text } = MAIL_TEXTS[template].texts;
    const draft = { template, subject: subject.text, preview: preview.text, text: text.text };
    const { html } = previewMail(DEFAULT_BRAND, 'https://cradlesong.example.org', draft);
    await page.setContent(html);
    await page.screenshot({ path: join(FOLDER, folder, `${template}.png`), fullPage: true });
  }
  await page.close();
}

async function openContext(view: View, serviceWorkers: 'allow' | 'block' = 'block') {
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: view.viewport,
    colorScheme: view.theme,
    locale: 'en-GB',
    reducedMotion: 'reduce',
    serviceWorkers,
    ...(view.isGuest ? {} : { storageState: user.storageState }),
  });
  await context.addInitScript((theme) => localStorage.setItem('theme', theme), view.theme);
  return context;
}

/** Lists pictures that differ visibly from the kept ones, in more than one per cent of their pixels. */
async function listDifferences() {
  const read = (file: string) => sharp(file).resize(180).greyscale().raw().toBuffer();
  for (const file of globSync('**/*.png', { cwd: FOLDER }).sort()) {
    const kept = resolve(KEPT, file);
    if (!existsSync(kept)) continue;
    const [now, before] = [await read(resolve(FOLDER, file)), await read(kept)];
    const changed = now.filter((value, at) => Math.abs(value - (before[at] ?? 0)) > 28).length;
    if (changed > now.length / 100) console.log(`differs: ${file}`);
  }
}

await ensureBuilt(console.log);
rmSync(FOLDER, { recursive: true, force: true });
const server = await startServerProcess({
  env: { AUTH_AUTOCONFIRM: 'true', AUTH_RATE_LIMIT: '100000' },
});
addSamplePeople(server.dataDir);
await fillAdminScreens(server);
const user = await signUpTestUser(server);
await fillUserScreens(server, user);
const browser = await launchBrowser();
try {
  for (const theme of THEMES) {
    for (const width of [390, 640]) {
      const folder = `mails-${theme}-${width}`;
      if (folder.startsWith(given.view)) await captureMails(folder, theme, width);
    }
  }
  for (const view of views) {
    await captureView(view);
    console.log(view.folder);
  }
} finally {
  await browser.close();
  await server.stop();
}
await listDifferences();
if (given.keep) {
  rmSync(KEPT, { recursive: true, force: true });
  renameSync(FOLDER, KEPT);
}
if (missing.length > 0) {
  console.log(`${missing.length} pictures are missing:\n  ${missing.join('\n  ')}`);
  process.exitCode = 1;
}
