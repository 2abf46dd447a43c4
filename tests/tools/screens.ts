import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, BrowserContext, Page } from 'playwright';
import { ROUTES } from '#contract/words/routes.ts';
import { ensureBuilt } from '#server/cli/build.ts';
import { launchBrowser } from '#tests/support/browser.ts';
import { type ServerProcess, startServerProcess } from '#tests/support/server-process.ts';
import { compareSheets, type Picture, writeContactSheet } from './contact-sheet.ts';
import { ADMIN_STATES, enterAdmin, goToPart } from './screens-admin.ts';
import { addSamplePeople, fillAdminScreens, fillHerScreens } from './screens-data.ts';
import { writeEveryMail } from './screens-mails.ts';
import { STATES } from './screens-states.ts';
import { strip, TRANSITIONS, takeFrames } from './transition-frames.ts';

// Photographs every screen, and what opens over it, at three widths and on a phone held sideways, in both themes,
// as a guest and as a mother who is signed in. A whole run ends with a contact sheet for each theme and says what
// looks otherwise than on the kept one; --keep makes it the kept one. A state that cannot be reached any more is named
// at the end, and fails the run.
//   npm run screens -- --route /home --width 390 --theme dark --person guest
//   npm run screens -- --state player-queue       (and whatever else begins so)
//   npm run screens -- --mails          (every kind of mail, as wide as a phone and as a reader's pane)
//   npm run screens -- --transitions    (into docs/pictures/transitions)
const { values: only } = parseArgs({
  options: {
    route: { type: 'string' },
    width: { type: 'string' },
    theme: { type: 'string' },
    person: { type: 'string' },
    state: { type: 'string' },
    keep: { type: 'boolean', default: false },
    mails: { type: 'boolean', default: false },
    transitions: { type: 'boolean', default: false },
  },
});

const SIZES = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
  { width: 844, height: 390 },
];
const THEMES = ['light', 'dark'] as const;
const PEOPLE = ['guest', 'mother'] as const;
const ADMIN_TABS = ['Dashboard', 'Users', 'Content', 'Subscriptions', 'Notifications', 'Settings'];

const root = resolve(import.meta.dirname, '../..');
const MAIL_WIDTHS = [390, 640];
const FRAME_WIDTH = 195;
const framesFolder = resolve(root, 'docs/pictures/transitions');
const folder = resolve(root, 'screenshots');
const keptFolder = resolve(root, 'docs/pictures/screens');
const pictures: Record<(typeof THEMES)[number], Picture[]> = { light: [], dark: [] };
/** What cannot be reached is given up early: it is a state that is gone, or a word that has changed. */
const STATE_TIMEOUT_MS = 8_000;
const missing: string[] = [];
const mother = { email: 'ruth@example.com', password: 'a lamp unto my feet' };

interface View {
  person: (typeof PEOPLE)[number];
  theme: (typeof THEMES)[number];
  viewport: (typeof SIZES)[number];
}

const views: View[] = PEOPLE.flatMap((person) =>
  THEMES.flatMap((theme) => SIZES.map((viewport) => ({ person, theme, viewport }))),
).filter(
  ({ person, theme, viewport }) =>
    (only.person ?? person) === person &&
    (only.theme ?? theme) === theme &&
    Number(only.width ?? viewport.width) === viewport.width &&
    !only.transitions &&
    !only.mails,
);

/** Until fonts and the pictures in sight are in, and no further one has been added for a moment. */
const waitForPictures = async () => {
  await document.fonts.ready;
  const inSight = () =>
    [...document.images].filter(({ loading, complete, offsetTop }) => {
      return !complete && (loading !== 'lazy' || offsetTop < window.innerHeight);
    });
  const giveUpAt = performance.now() + 3_000;
  let quietSince = performance.now();
  while (performance.now() - quietSince < 250 && performance.now() < giveUpAt) {
    if (inSight().length > 0) quietSince = performance.now();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};

/** A page that shows something: its heading is there and nothing says it is busy. */
async function settle(page: Page) {
  const say = (what: string) => () => console.log(`  ${page.url()}: ${what}`);
  // What opens over a page hides the page's own heading from whoever asks.
  const heading = page.getByRole('heading', { level: 1 }).or(page.getByRole('dialog')).first();
  await heading.waitFor({ timeout: 5_000 }).catch(say('no heading'));
  const busy = page.locator('[aria-busy="true"]').first();
  await busy.waitFor({ state: 'detached', timeout: 3_000 }).catch(say('still busy'));
  await page.evaluate(waitForPictures);
}

async function photograph(page: Page, view: View, name: string) {
  await settle(page);
  const base = resolve(folder, `${view.person}-${view.theme}-${view.viewport.width}`, name);
  mkdirSync(dirname(base), { recursive: true });
  await page.screenshot({ path: `${base}.png`, animations: 'disabled' });
  const label = `${view.person === 'mother' ? 'her ' : ''}${view.viewport.width} ${name}`;
  pictures[view.theme].push({ name: label, path: `${base}.png` });
  return base;
}

/** As much as its window shows, and all of it beside. */
async function photographWhole(page: Page, view: View, name: string) {
  const base = await photograph(page, view, name);
  await page.screenshot({ path: `${base}.full.png`, animations: 'disabled', fullPage: true });
}

/** The admin area forgets its password with every load, so its tabs are reached by clicking. */
async function photographAdmin(page: Page, view: View) {
  await enterAdmin(page);
  await photograph(page, view, 'admin-toast');
  // It would lie over some of the next pictures and not over others.
  await page.getByRole('button', { name: 'Dismiss' }).click();
  for (const tab of ADMIN_TABS) {
    await page
      .getByRole('link', { name: tab, exact: true })
      .or(page.getByRole('tab', { name: tab }))
      .first()
      .click();
    await page.getByRole('heading', { level: 1, name: tab }).waitFor();
    await photographWhole(page, view, `admin-${tab.toLowerCase()}`);
    await photographParts(page, view, tab);
  }
}

/** The parts of a tab, the first of which is open already. */
async function photographParts(page: Page, view: View, tab: string) {
  const parts = page.getByRole('navigation', { name: /^Parts of / }).getByRole('link');
  for (const part of (await parts.allTextContents()).slice(1)) {
    await parts.filter({ hasText: part }).first().click();
    await photographWhole(page, view, `admin-${tab}-${part}`.toLowerCase().replaceAll(/\W+/g, '-'));
  }
}

const isAskedFor = (name: string) => name.startsWith(only.state ?? '');

/** What opens over the parts of the admin area, one after the other behind one sign-in. */
async function photographAdminStates(context: BrowserContext, view: View) {
  const states = ADMIN_STATES.filter(({ name }) => isAskedFor(`admin-${name}`));
  if (states.length === 0) return;
  const page = await context.newPage();
  page.setDefaultTimeout(STATE_TIMEOUT_MS);
  await enterAdmin(page);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  for (const { name, at, open } of states) {
    await tryTo(view, `admin-${name}`, async () => {
      await goToPart(page, at);
      await open(page);
      await photograph(page, view, `admin-${name}`);
    });
  }
  await page.close();
}

/** Each in a page of its own, so that nothing is left over from the one before. */
async function photographStates(context: BrowserContext, view: View) {
  const states = STATES.filter(
    ({ name, person = 'guest' }) => isAskedFor(name) && person === view.person,
  );
  for (const { name, open, needsWorker = false } of states) {
    const own = needsWorker ? await openContext(view, 'allow') : context;
    const page = await own.newPage();
    page.setDefaultTimeout(STATE_TIMEOUT_MS);
    await tryTo(view, name, async () => {
      await open(page, view.theme);
      await photograph(page, view, name);
    });
    await context.setOffline(false);
    await page.close();
    if (needsWorker) await own.close();
  }
  if (view.person === 'guest') await photographAdminStates(context, view);
}

/** A state that could not be reached is named at the end, and keeps none of the others from being taken. */
async function tryTo({ person, theme, viewport }: View, name: string, act: () => Promise<void>) {
  try {
    await act();
  } catch (cause) {
    const [line = ''] = String(cause).split('\n');
    missing.push(`${person} ${theme} ${viewport.width} ${name}: ${line}`);
    console.log(`  missing: ${missing.at(-1)}`);
  }
}

async function photographView(context: BrowserContext, view: View) {
  if (only.route === undefined) await photographStates(context, view);
  if (only.state !== undefined) return;
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error') console.log(`  ${page.url()}: ${message.text()}`);
  });
  const paths = ROUTES.map(({ path }) => path).filter((path) => (only.route ?? path) === path);
  for (const path of paths.filter((each) => each !== '/admin/:tab')) {
    await page.goto(path.replace(':trackId', '1'), { waitUntil: 'load' });
    await photographWhole(page, view, path.replace('/:trackId', '').slice(1) || 'landing');
  }
  // It is the same for whoever is signed in on the site.
  if (paths.includes('/admin/:tab') && view.person === 'guest') await photographAdmin(page, view);
}

/** Signs up in the page itself, once; every later context starts from what that left in the browser. */
async function signUp(browser: Browser, server: ServerProcess) {
  const context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  await page.goto('/signup');
  await page.locator('input[type=email]').first().fill(mother.email);
  await page.locator('input[type=password]').fill(mother.password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/home');
  // Only she can say what she loves.
  for (const title of [
    'Morning Prayer & Meditation',
    'Pregnancy Psalms',
    'Peaceful Sleep Scripture',
  ]) {
    const heart = page.getByRole('button', { name: `Favorite: ${title}` }).first();
    await heart.click();
    await page.locator('[aria-pressed="true"]').and(heart).waitFor();
  }
  await fillHerScreens(server, mother.email);
  const state = await context.storageState();
  await context.close();
  return state;
}

/** A browser of this size and light; the worker would answer in place of what most states hold up. */
async function openContext(view: View, serviceWorkers: 'allow' | 'block' = 'block') {
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: view.viewport,
    colorScheme: view.theme,
    reducedMotion: 'reduce',
    serviceWorkers,
    ...(view.person === 'mother' && signedIn ? { storageState: signedIn } : {}),
  });
  await context.addInitScript((theme) => localStorage.setItem('theme', theme), view.theme);
  return context;
}

/** Each of the changes between two screens, as a strip of frames. */
async function photographTransitions(browser: Browser, server: ServerProcess) {
  mkdirSync(framesFolder, { recursive: true });
  for (const transition of TRANSITIONS) {
    const page = await browser.newPage({
      baseURL: server.url,
      viewport: { width: 390, height: 844 },
    });
    const frames = await takeFrames(page, transition);
    const file = resolve(framesFolder, `${transition.name}.webp`);
    writeFileSync(file, await strip(frames, FRAME_WIDTH));
    console.log(file);
    await page.close();
  }
}

async function photographMails(browser: Browser) {
  const mails = await writeEveryMail();
  for (const theme of THEMES) {
    for (const width of MAIL_WIDTHS) {
      const viewport = { width, height: 844 };
      const page = await browser.newPage({ viewport, colorScheme: theme });
      for (const { subject, html } of mails) {
        await page.setContent(html);
        const name = `mail ${subject}`.toLowerCase().replaceAll(/\W+/g, '-');
        const path = resolve(folder, `mails-${theme}-${width}`, `${name}.png`);
        await page.screenshot({ path, fullPage: true });
        pictures[theme].push({ name: `${width} ${name}`, path });
      }
      await page.close();
    }
  }
  console.log(`${mails.length} mails`);
}

/** Nothing was asked for in particular. */
const isWhole = Object.entries(only).every(([name, value]) => name === 'keep' || !value);

await ensureBuilt(console.log);
const server = await startServerProcess({
  env: { AUTH_AUTOCONFIRM: 'true', AUTH_RATE_LIMIT: '100000' },
});
addSamplePeople(server.dataDir);
await fillAdminScreens(server);
const browser = await launchBrowser();
/** What she left in her browser. */
let signedIn: Awaited<ReturnType<typeof signUp>> | undefined;
try {
  if (only.transitions) await photographTransitions(browser, server);
  if (only.mails || isWhole) await photographMails(browser);
  if (views.some(({ person }) => person === 'mother')) signedIn = await signUp(browser, server);
  for (const view of views) {
    const context = await openContext(view);
    await photographView(context, view);
    await context.close();
    console.log(`${view.person} ${view.theme} ${view.viewport.width}`);
  }
} finally {
  await browser.close();
  await server.stop();
}

for (const theme of THEMES.filter((each) => isWhole && pictures[each].length > 0)) {
  const sheet = resolve(folder, `${theme}.webp`);
  await writeContactSheet(pictures[theme], sheet);
  const changes = await compareSheets(sheet, resolve(keptFolder, `${theme}.webp`));
  console.log(`${theme}: ${pictures[theme].length} pictures on ${sheet}`);
  if (changes) console.log(`  ${changes.length} otherwise than kept`);
  for (const change of changes ?? []) console.log(`  ${change}`);
  if (!only.keep) continue;
  mkdirSync(keptFolder, { recursive: true });
  for (const kind of ['webp', 'json']) {
    copyFileSync(resolve(folder, `${theme}.${kind}`), resolve(keptFolder, `${theme}.${kind}`));
  }
}
if (missing.length > 0) {
  console.log(`${missing.length} pictures are missing:\n  ${missing.join('\n  ')}`);
  process.exitCode = 1;
}
