import { existsSync, globSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
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
  type Theme,
  USER_STATES,
  VISITOR_STATES,
} from './screen-states.ts';

// Takes screenshots of every screen, its dialogs and the mails into `screenshots`, in four sizes and both themes.
// States that cannot be reached are listed at the end and fail the run.
//
//   npm run screens -- --route /home --width 390 --theme dark --person guest
//   npm run screens -- --state player-queue   (every state whose name starts with this)
//   npm run screens -- --mails
//   npm run screens -- --keep                 (later runs list the differences from this one)
const { values: only } = parseArgs({
  options: {
    route: { type: 'string' },
    width: { type: 'string' },
    theme: { type: 'string' },
    person: { type: 'string' },
    state: { type: 'string' },
    mails: { type: 'boolean', default: false },
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
const PEOPLE = ['guest', 'user'] as const;
const FOLDER = resolve(import.meta.dirname, '../../screenshots');
const KEPT = `${FOLDER}-kept`;
/** A short limit: a state that cannot be reached is gone or has a different label. */
const STATE_TIMEOUT_MS = 8_000;

interface View {
  person: (typeof PEOPLE)[number];
  theme: Theme;
  viewport: (typeof SIZES)[number];
}

const views: View[] = PEOPLE.flatMap((person) =>
  THEMES.flatMap((theme) => SIZES.map((viewport) => ({ person, theme, viewport }))),
).filter(
  ({ person, theme, viewport }) =>
    (only.person ?? person) === person &&
    (only.theme ?? theme) === theme &&
    Number(only.width ?? viewport.width) === viewport.width &&
    !only.mails,
);
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

async function capture(page: Page, { person, theme, viewport }: View, name: string) {
  // A dialog hides the page's heading from the accessibility tree.
  const heading = page
    .getByRole('heading', { level: 1 })
    .or(page.getByRole('dialog'))
    .or(page.getByRole('alertdialog'));
  await heading.first().waitFor({ timeout: STATE_TIMEOUT_MS });
  await page.evaluate(waitForPictures);
  const path = resolve(FOLDER, `${person}-${theme}-${viewport.width}`, `${name}.png`);
  await page.screenshot({ path, animations: 'disabled' });
}

/** Records a state that cannot be reached, and continues with the others. */
async function attempt({ person, theme, viewport }: View, name: string, act: () => Promise<void>) {
  try {
    await act();
  } catch (cause) {
    const [line] = String(cause).split('\n');
    missing.push(`${person} ${theme} ${viewport.width} ${name}: ${line}`);
    console.log(`  missing: ${missing.at(-1)}`);
  }
}

async function captureRoutes(context: BrowserContext, view: View) {
  const page = await context.newPage();
  const paths = ROUTES.map(({ path }) => path).filter((path) => (only.route ?? path) === path);
  for (const path of paths.filter((each) => !each.startsWith('/admin/'))) {
    const name = path.replace('/:trackId', '').slice(1).replaceAll('/', '-') || 'landing';
    await attempt(view, name, async () => {
      await page.goto(path.replace(':trackId', '1'));
      await capture(page, view, name);
    });
  }
  if (paths.some((path) => path.startsWith('/admin/')) && view.person === 'guest') {
    await captureAdminParts(page, view);
  }
  await page.close();
}

/** Takes screenshots of every part of every tab. */
async function captureAdminParts(page: Page, view: View) {
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
    await capture(page, view, fileName(tab));
    for (const part of (await hrefs(/^Parts of /)).slice(1)) {
      await open(part);
      await capture(page, view, fileName(part));
    }
  }
}

const fileName = (href: string) => href.slice(1).replaceAll(/\W+/g, '-');

/** The admin area signs in once; all other states have a page of their own. */
async function captureStates(context: BrowserContext, view: View) {
  const wanted = <State extends readonly [string, ...unknown[]]>(states: readonly State[]) =>
    states.filter(([name]) => name.startsWith(only.state ?? ''));
  const open = async (own: BrowserContext) => {
    const page = await own.newPage();
    page.setDefaultTimeout(STATE_TIMEOUT_MS);
    return page;
  };
  const take = (page: Page, state: (typeof VISITOR_STATES)[number]) =>
    attempt(view, state[0], async () => {
      await openState(page, state, view.theme);
      await capture(page, view, state[0]);
    });
  for (const state of wanted(view.person === 'guest' ? VISITOR_STATES : USER_STATES)) {
    const page = await open(context);
    await take(page, state);
    await context.setOffline(false);
    await page.close();
  }
  if (view.person !== 'guest') return;
  for (const state of wanted(OFFLINE_STATES)) {
    const own = await openContext(view, 'allow');
    await take(await open(own), state);
    await own.close();
  }
  const ofAdmin = wanted(ADMIN_STATES);
  if (ofAdmin.length === 0) return;
  const page = await open(context);
  await enterAdmin(page);
  for (const state of ofAdmin) await take(page, state);
  await page.close();
}

async function captureMails() {
  for (const theme of THEMES) {
    for (const width of [390, 640]) {
      const page = await browser.newPage({ viewport: { width, height: 844 }, colorScheme: theme });
      for (const template of MAIL_TEMPLATES) {
        const { subject, preview, text } = MAIL_TEXTS[template].texts;
        const draft = { template, subject: subject.text, preview: preview.text, text: text.text };
        const { html } = previewMail(DEFAULT_BRAND, 'https://cradlesong.example.org', draft);
        await page.setContent(html);
        const path = resolve(FOLDER, `mails-${theme}-${width}`, `${template}.png`);
        await page.screenshot({ path, fullPage: true });
      }
      await page.close();
    }
  }
}

async function openContext(view: View, serviceWorkers: 'allow' | 'block' = 'block') {
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: view.viewport,
    colorScheme: view.theme,
    locale: 'en-GB',
    reducedMotion: 'reduce',
    serviceWorkers,
    ...(view.person === 'user' ? { storageState: user.storageState } : {}),
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
  if (only.mails || (only.route === undefined && only.state === undefined)) await captureMails();
  for (const view of views) {
    const context = await openContext(view);
    if (only.state === undefined) await captureRoutes(context, view);
    if (only.route === undefined) await captureStates(context, view);
    await context.close();
    console.log(`${view.person} ${view.theme} ${view.viewport.width}`);
  }
} finally {
  await browser.close();
  await server.stop();
}
await listDifferences();
if (only.keep) {
  rmSync(KEPT, { recursive: true, force: true });
  mkdirSync(dirname(KEPT), { recursive: true });
  renameSync(FOLDER, KEPT);
}
if (missing.length > 0) {
  console.log(`${missing.length} pictures are missing:\n  ${missing.join('\n  ')}`);
  process.exitCode = 1;
}
