import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect as expectValue, test } from 'vitest';
import {
  type BrowserKiosk,
  childrenOf,
  findInFiles,
  isRunning,
  sizeOfFolder,
  startBrowserKiosk,
} from '#tests/support/browsers/browser-kiosk.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { callAuth } from '#tests/support/servers/auth-call.ts';
import { copySeededData } from '#tests/support/servers/server-process.ts';
import { authPage, type Person } from '../pages/auth.page.ts';
import { homePage } from '../pages/home.page.ts';

/** KIOSK_SESSIONS=200 in the environment runs the long version. */
const SESSIONS = Number(process.env['KIOSK_SESSIONS'] ?? 3);
const TRACK = 'Pregnancy Psalms';
const MB = 1024 * 1024;
const PATIENCE = { timeout: 30_000 };

// Runs the whole command with a real Chromium; on Linux only, because it reads /proc.
describe.runIf(process.platform === 'linux')('[Q3] consecutive users at a browser kiosk', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cradlesong-kiosk-slate-'));
  const temporary = join(folder, 'tmp');
  let kiosk: BrowserKiosk;
  let page: Page;
  let protocol: CDPSession;

  async function start(): Promise<void> {
    kiosk = await startBrowserKiosk({
      folder,
      env: { AUTH_RATE_LIMIT: '0', TMPDIR: temporary },
    });
    await attach();
  }
  async function attach(): Promise<void> {
    page = await kiosk.attach();
    await expect(firstScreen()).toBeVisible(PATIENCE);
    protocol = await page.context().newCDPSession(page);
  }
  beforeAll(async () => {
    mkdirSync(temporary);
    renameSync(await copySeededData(), join(folder, 'data'));
    await start();
  });
  afterAll(async () => {
    await kiosk.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  });

  const firstScreen = () => page.getByRole('heading', { name: 'Come and rest' });

  async function makeVisitor(): Promise<Person> {
    const visitor = {
      email: `mother-${randomUUID()}@example.com`,
      password: `psalm-${randomUUID()}`,
    };
    const { origin } = new URL(page.url());
    expectValue((await callAuth({ url: origin }, '/signup', { body: visitor })).status).toBe(200);
    return visitor;
  }

  async function signIn({ email, password }: Person): Promise<void> {
    const auth = authPage(page);
    await page.getByRole('link', { name: /Already with us/ }).click();
    await auth.email.focus();
    await page.keyboard.insertText(email);
    await auth.password.focus();
    await page.keyboard.insertText(password);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/home$/);
  }
  /** Signs in, checks that the library shows nothing of earlier users, saves a favourite and plays a track. */
  async function visit(visitor: Person): Promise<void> {
    const home = homePage(page);
    await signIn(visitor);
    await expect(home.search).toHaveValue('');
    await expect(page.getByRole('button', { pressed: true, name: /^Favorite: / })).toHaveCount(0);
    await expect(page.getByRole('complementary', { name: 'Now playing' })).toHaveCount(0);
    await home.search.focus();
    await page.keyboard.insertText(visitor.password);
    await home.search.fill('');
    await home.card(TRACK).heart.click();
    await home.card(TRACK).play.click();
    await expect(home.card(TRACK).pause).toBeVisible();
    await expect
      .poll(() => page.evaluate(() => navigator.mediaSession.metadata?.title))
      .toBe(TRACK);
  }
  async function leave(): Promise<void> {
    await page.getByRole('button', { name: 'End my session' }).click();
    await expect(firstScreen()).toBeVisible(PATIENCE);
  }

  /** The address and the password are random, so a match in the heap cannot be a coincidence. */
  const wordsOf = ({ email, password }: Person) => [email.replace('@example.com', ''), password];

  async function findInMemory(visitor: Person): Promise<string[]> {
    const chunks: string[] = [];
    const keep = ({ chunk }: { chunk: string }) => void chunks.push(chunk);
    protocol.on('HeapProfiler.addHeapSnapshotChunk', keep);
    await protocol.send('HeapProfiler.collectGarbage');
    await protocol.send('HeapProfiler.takeHeapSnapshot');
    protocol.off('HeapProfiler.addHeapSnapshotChunk', keep);
    const heap = chunks.join('');
    return wordsOf(visitor).filter((word) => heap.includes(word));
  }

  /** Traces of a visitor in storage, caches and other places outside the memory of the page. */
  async function findTraces(visitor: Person) {
    const kept = await page.evaluate(async () => ({
      local: Object.keys(localStorage),
      session: Object.keys(sessionStorage),
      databases: (await indexedDB.databases()).map(({ name }) => name),
      caches: await caches.keys(),
      mediaTitle: navigator.mediaSession.metadata?.title ?? null,
      playback: navigator.mediaSession.playbackState,
      typedIn: [...document.querySelectorAll('input')].map(({ value }) => value).filter(Boolean),
    }));
    const { cookies } = await protocol.send('Storage.getCookies');
    const { entries } = await protocol.send('Page.getNavigationHistory');
    const words = wordsOf(visitor);
    const html = await page.content();
    return {
      ...kept,
      inDocument: words.filter((word) => html.includes(word)),
      cookies,
      history: entries.map(({ url }) => new URL(url).pathname),
      inProfile: findInFiles(kiosk.profile, words),
      inTemporary: findInFiles(temporary, words),
      inLogs: findInFiles(join(folder, 'logs'), words),
    };
  }
  const NOTHING = {
    local: [],
    session: [],
    databases: [],
    caches: [],
    mediaTitle: null,
    playback: 'none',
    typedIn: [],
    cookies: [],
    history: ['/kiosk'],
    inDocument: [],
    inProfile: [],
    inTemporary: [],
    inLogs: [],
  };

  async function expectNothingOf(visitor: Person): Promise<void> {
    // The page is replaced once more after the first screen appears.
    await expect.poll(() => findTraces(visitor), PATIENCE).toEqual(NOTHING);
    await expect.poll(() => findInMemory(visitor), PATIENCE).toEqual([]);
  }

  test('two sessions leave nothing of their users in memory, storage, history, playback or a file of the profile', async () => {
    const [first, second] = [await makeVisitor(), await makeVisitor()];
    await visit(first);
    expectValue(await page.evaluate(() => Object.keys(localStorage).length)).toBeGreaterThan(0);
    // Proves that both searches find the data of a visitor who is signed in.
    expectValue(await findInMemory(first)).toContain(wordsOf(first)[0]);
    expectValue(findInFiles(join(folder, 'data'), wordsOf(first))).not.toEqual([]);
    await leave();
    await expectNothingOf(first);
    await visit(second);
    await leave();
    await expectNothingOf(second);
  });

  test(`${SESSIONS} consecutive sessions do not grow memory, open files or the profile`, {
    timeout: SESSIONS * 20_000,
  }, async () => {
    const visitor = await makeVisitor();
    const measurements: Awaited<ReturnType<typeof measure>>[] = [];
    for (let session = 1; session <= SESSIONS; session += 1) {
      await signIn(visitor);
      await leave();
      // The first session also loads data that later sessions reuse.
      if (session === 1 || session === SESSIONS) measurements.push(await measure());
    }
    const [early, late] = measurements;
    if (!early || !late) throw new Error('nothing was measured');
    const message = JSON.stringify(measurements);
    expectValue(late.pageHeap - early.pageHeap, message).toBeLessThan(3 * MB);
    expectValue(late.nodes - early.nodes, message).toBeLessThan(500);
    expectValue(late.openFiles - early.openFiles, message).toBeLessThan(20);
    expectValue(late.programMemory - early.programMemory, message).toBeLessThan(96 * MB);
    expectValue(late.profile - early.profile, message).toBeLessThan(4 * MB);
    expectValue(late.profile, message).toBeLessThan(64 * MB);
  });

  async function measure() {
    await protocol.send('HeapProfiler.collectGarbage');
    await protocol.send('Performance.enable');
    const { metrics } = await protocol.send('Performance.getMetrics');
    const metric = (name: string) => metrics.find((one) => one.name === name)?.value ?? Number.NaN;
    const program = kiosk.programPid();
    const openFiles = [program, ...childrenOf(program)]
      .map((pid) => readdirSync(`/proc/${pid}/fd`).length)
      .reduce((sum, count) => sum + count, 0);
    const resident = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${program}/status`, 'utf8'));
    return {
      pageHeap: metric('JSHeapUsedSize'),
      nodes: metric('Nodes'),
      openFiles,
      programMemory: Number(resident?.[1]) * 1024,
      profile: sizeOfFolder(kiosk.profile),
    };
  }

  test('a kill of the program or of the command while a user is signed in leaves nothing of the user, and the next start is clean', {
    timeout: 120_000,
  }, async () => {
    for (const which of ['program', 'command'] as const) {
      const visitor = await makeVisitor();
      await signIn(visitor);
      const program = kiosk.programPid();
      const processes = [program, ...childrenOf(program)];
      const ended = once(kiosk.command, 'exit');
      if (which === 'program') process.kill(program, 'SIGKILL');
      else kiosk.command.kill('SIGKILL');
      await ended;
      // Neither the browser nor the server survives the program.
      await expect
        .poll(() => processes.filter(isRunning), { message: which, ...PATIENCE })
        .toEqual([]);
      for (const place of [kiosk.profile, temporary, join(folder, 'logs')]) {
        expectValue(findInFiles(place, wordsOf(visitor)), which).toEqual([]);
      }
      if (which === 'command') return;
      await start();
      await expectNothingOf(visitor);
    }
  });
});
