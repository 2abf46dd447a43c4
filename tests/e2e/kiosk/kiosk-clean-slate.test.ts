import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { test } from 'vitest';
import { DEFAULT_ANON_KEY } from '#contract/constants/pages/public-config.ts';
import { expectErrors, serverOfFile } from '#tests/support/browsers/e2e.ts';
import { type Kiosk, openKiosk } from '#tests/support/browsers/kiosk.ts';
import { authPage } from '../pages/auth.page.ts';
import { homePage } from '../pages/home.page.ts';

const CYCLES = 2;
const TRACK = 'Pregnancy Psalms';
const server = serverOfFile({ AUTH_RATE_LIMIT: '1000', KIOSK: 'on' });

/** Random values, so that a match in a heap of megabytes must be a trace. */
interface Visitor {
  readonly email: string;
  readonly password: string;
  readonly search: string;
}

async function makeVisitor(): Promise<Visitor> {
  const visitor = {
    email: `mother-${randomUUID()}@example.com`,
    password: `psalm-${randomUUID()}`,
    search: `hope-${randomUUID()}`,
  };
  const answer = await fetch(`${server.url}/auth/v1/signup`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', apikey: DEFAULT_ANON_KEY },
    body: JSON.stringify({ email: visitor.email, password: visitor.password }),
  });
  expect(answer.ok).toBe(true);
  return visitor;
}

/** A visit that leaves traces: signs in, searches, saves a favourite and plays a track. */
async function visit(page: Page, visitor: Visitor) {
  const auth = authPage(page);
  const home = homePage(page);
  await page.getByRole('link', { name: /Already with us/ }).tap();
  await expect(auth.email).toHaveValue('');
  await expect(auth.password).toHaveValue('');
  // Types like a keyboard, so that the test's tools do not hold the text.
  await auth.email.tap();
  await page.keyboard.insertText(visitor.email);
  await auth.password.tap();
  await page.keyboard.insertText(visitor.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/home$/);
  await expectNoTraceOfOthers(page);
  await home.search.tap();
  await page.keyboard.insertText(visitor.search);
  await expect(home.titles).toHaveCount(0);
  await home.search.fill('');
  await home.card(TRACK).heart.tap();
  await expect(home.card(TRACK).heart).toHaveAttribute('aria-pressed', 'true');
  await home.card(TRACK).play.tap();
  await expect(home.card(TRACK).pause).toBeVisible();
}

/** The library screen shows no search text, favourite or playing track. */
async function expectNoTraceOfOthers(page: Page) {
  const home = homePage(page);
  await expect(home.search).toHaveValue('');
  await expect(home.titles.filter({ hasText: TRACK })).toHaveCount(1);
  await expect(page.getByRole('button', { pressed: true, name: /^Favorite: / })).toHaveCount(0);
  await expect(page.getByRole('complementary', { name: 'Now playing' })).toHaveCount(0);
}

const leave = async (page: Page) => {
  await page.getByRole('button', { name: 'End my session' }).tap();
  await expect(page.getByRole('heading', { name: 'Come and rest' })).toBeVisible();
};

/** All browser storage, and the heap after garbage collection. */
async function findTraces({ page, context }: Kiosk, visitor: Visitor) {
  const kept = await page.evaluate(async () => ({
    local: Object.keys(localStorage),
    session: Object.keys(sessionStorage),
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: await caches.keys(),
    fields: [...document.querySelectorAll('input, textarea')].length,
    sounds: [...document.querySelectorAll('audio')].map(({ src }) => src).filter(Boolean),
  }));
  const html = await page.content();
  const heap = await readHeap(page);
  return {
    ...kept,
    cookies: await context.cookies(),
    inDocument: wordsOf(visitor).filter((word) => html.includes(word)),
    inMemory: wordsOf(visitor).filter((word) => heap.includes(word)),
  };
}

/** Also matches parts of the address and other capitalisation. */
const wordsOf = ({ email, password, search }: Visitor): string[] =>
  [email, password, search].map((text) => text.replace('@example.com', ''));

async function readHeap(page: Page): Promise<string> {
  const devTools = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  devTools.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await devTools.send('HeapProfiler.collectGarbage');
  await devTools.send('HeapProfiler.takeHeapSnapshot');
  await devTools.detach();
  return chunks.join('');
}

const NOTHING = {
  local: [],
  session: [],
  databases: [],
  caches: [],
  fields: 0,
  sounds: [],
  cookies: [],
  inDocument: [],
  inMemory: [],
};

test('consecutive users leave no data, not even in memory', {
  timeout: 180_000,
}, async () => {
  const kiosk = await openKiosk(server.url);
  // Each first sign-in requests the profile before it exists.
  expectErrors(kiosk.page, /status of 406/);
  for (let cycle = 1; cycle <= CYCLES; cycle += 1) {
    const visitor = await makeVisitor();
    await visit(kiosk.page, visitor);
    if (cycle === CYCLES) {
      // Checks that the search finds data of a signed-in visitor at all.
      const heap = await readHeap(kiosk.page);
      expect(wordsOf(visitor).filter((word) => heap.includes(word))).toContain(wordsOf(visitor)[0]);
    }
    await leave(kiosk.page);
    expect(await findTraces(kiosk, visitor), `after person ${cycle}`).toEqual(NOTHING);
  }
  const sessionsEnded = (await kiosk.calls()).filter((name) => name === 'endSession');
  expect(sessionsEnded).toHaveLength(CYCLES);
});
