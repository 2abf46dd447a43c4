import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright';
import { beforeAll, beforeEach, expect, inject, type TestContext } from 'vitest';
import { type ServerProcess, startServerProcess } from '../servers/server-process.ts';
import { launchBrowser } from './browser.ts';
import { isHydrated } from './hydration.ts';

const FAILURES = resolve(import.meta.dirname, '../../../test-results');

interface Watched {
  page: Page;
  /** Errors that the running test expects. */
  expected: RegExp[];
  /** Errors that `beforeAll` expects, for every test of the file. */
  alwaysExpected: RegExp[];
  errors: string[];
}

interface OpenContext {
  readonly context: BrowserContext;
  readonly baseURL: string;
  /** Pages with different options need their own context. */
  readonly options: string;
  /** False once it is closed or its clock is faked. */
  isReusable: boolean;
}

const servers: ServerProcess[] = [];
const watched: Watched[] = [];
let browser: Promise<Browser> | undefined;
/** Contexts opened by the running test or its `beforeEach`; undefined during `beforeAll`. */
let testContexts: OpenContext[] | undefined;
/** Contexts of earlier tests. Their cache and compiled scripts reduce the cost of a visit to a third. */
let idleContexts: OpenContext[] = [];

/** Runs before each test. */
export function startTest(): void {
  testContexts = [];
  // On a page that several tests share, one test must not accept errors that another expected.
  for (const entry of watched) entry.expected = [];
}

/** Runs after each test: fails it for errors in a page, and closes the pages it opened. */
export async function finishTest({ task }: TestContext): Promise<void> {
  const open = watched.filter(({ page }) => !page.isClosed());
  if (task.result?.state === 'fail') await takeScreenshots(open, task.name);
  const unexpected = watched.flatMap(({ errors }) => errors.splice(0));
  // Open pages would slow down later tests.
  await Promise.all(testContexts?.map(release) ?? []);
  testContexts = undefined;
  expect(unexpected, 'errors in the console of the page').toEqual([]);
}

async function release(open: OpenContext) {
  if (!open.isReusable) return open.context.close();
  await open.context.unrouteAll({ behavior: 'ignoreErrors' });
  await open.context.setOffline(false);
  await Promise.all(open.context.pages().map((page) => page.close()));
  idleContexts.push(open);
}

/** Runs after each file. The browser and the contexts of the shared server are kept for the next file of this worker. */
export async function finishFile(): Promise<void> {
  idleContexts = idleContexts.filter(({ baseURL }) => baseURL === inject('sharedServer')?.url);
  const kept = idleContexts.map(({ context }) => context);
  const others = (await browser)?.contexts().filter((context) => !kept.includes(context)) ?? [];
  await Promise.all(others.map((context) => context.close()));
  watched.length = 0;
  for (const server of servers.splice(0)) await server.stop();
}

async function takeScreenshots(open: Watched[], name: string) {
  mkdirSync(FAILURES, { recursive: true });
  const file = name.replace(/[^a-z0-9]+/gi, '-').slice(0, 80);
  for (const [index, { page }] of open.entries()) {
    // A page that hangs must not hide why the test failed.
    await page
      .screenshot({ path: resolve(FAILURES, `${file}-${index}.png`), timeout: 5_000 })
      .catch(() => undefined);
  }
}

function injectSharedServer() {
  const server = inject('sharedServer');
  if (!server) throw new Error('Only the project e2e has a shared server');
  return server;
}

/** A server for all files whose tests change nothing that another file sees: no track, no setting, no message to all. */
export const sharedServer = {
  get url() {
    return injectSharedServer().url;
  },
  get dataDir() {
    return injectSharedServer().dataDir;
  },
};

/** The built server with its own library; stopped with the test file. */
export async function startServer(env: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await startServerProcess({ env });
  servers.push(server);
  return server;
}

/**
 * Runs before the first test of the file, and again before a retry. A retry needs new servers, because the first try
 * may have changed their data.
 */
export function beforeFile(setUp: () => Promise<void>): void {
  beforeAll(setUp);
  beforeEach(async ({ task }) => {
    if (!task.result?.retryCount) return;
    // As in the first set-up, the pages opened here stay open until the end of the file.
    const contexts = testContexts;
    testContexts = undefined;
    await setUp();
    testContexts = contexts;
  });
}

/** A server for the whole file, started again before a retry. */
export function serverOfFile(env: Record<string, string> = {}): ServerProcess {
  let server: ServerProcess;
  beforeFile(async () => {
    server = await startServer(env);
  });
  return {
    get url() {
      return server.url;
    },
    get dataDir() {
      return server.dataDir;
    },
    get pid() {
      return server.pid;
    },
    output: () => server.output(),
    stop: (signal) => server.stop(signal),
    [Symbol.asyncDispose]: () => server.stop(),
    restart: (signal) => server.restart(signal),
  };
}

/**
 * A page without the cookies and stored data of earlier tests, closed after the test, or with the file if opened in
 * `beforeAll`. Logged errors and exceptions fail the test unless announced with `expectErrors`.
 */
export async function openPage(
  baseURL: string,
  { viewport, colorScheme, reducedMotion, forcedColors, ...options }: BrowserContextOptions = {},
): Promise<Page> {
  const open = await openContext(baseURL, options);
  testContexts?.push(open);
  const page = await open.context.newPage();
  // Size and theme are set on the page, not on the context, so that pages of each can use the same cache.
  if (viewport) await page.setViewportSize(viewport);
  await page.emulateMedia({
    ...(colorScheme && { colorScheme }),
    ...(reducedMotion && { reducedMotion }),
    ...(forcedColors && { forcedColors }),
  });
  const { clock } = page;
  Object.defineProperty(page, 'clock', {
    get: () => {
      open.isReusable = false;
      return clock;
    },
  });
  hydrateOnGoto(page);
  return page;
}

async function openContext(
  baseURL: string,
  { storageState = { cookies: [], origins: [] }, ...others }: BrowserContextOptions,
): Promise<OpenContext> {
  const options = JSON.stringify({ baseURL, ...others });
  const idle = idleContexts.find((each) => each.options === options);
  if (idle) {
    idleContexts = idleContexts.filter((each) => each !== idle);
    await idle.context.setStorageState(storageState);
    return idle;
  }
  browser ??= launchBrowser();
  const context = await (await browser).newContext({
    baseURL,
    storageState,
    locale: 'en-GB',
    reducedMotion: 'reduce',
    // `page.route` does not see requests of a service worker; offline-start.test.ts covers them.
    serviceWorkers: 'block',
    ...others,
  });
  context.on('page', watchErrors);
  await context.addInitScript(reportPolicyViolations);
  const open: OpenContext = { context, baseURL, options, isReusable: true };
  context.on('close', () => {
    open.isReusable = false;
  });
  return open;
}

/** Makes `goto` wait for hydration, unless it is to return at `commit`. */
function hydrateOnGoto(page: Page): void {
  const goto = page.goto.bind(page);
  page.goto = async (url, options) => {
    const answer = await goto(url, options);
    if (options?.waitUntil !== 'commit') {
      // The script never loads if the test blocks it.
      await page.waitForFunction(isHydrated, undefined, { timeout: 3_000 }).catch(() => undefined);
    }
    return answer;
  };
}

/** Reports content-policy violations that a library catches without logging. */
function reportPolicyViolations(): void {
  document.addEventListener('securitypolicyviolation', (violation) => {
    // biome-ignore lint/suspicious/noConsole: the console of the page is what the tests read
    console.error(`against the policy: ${violation.effectiveDirective} ${violation.blockedURI}`);
  });
}

function watchErrors(page: Page): void {
  const entry: Watched = { page, expected: [], alwaysExpected: [], errors: [] };
  const note = (text: string) => {
    const expected = [...entry.expected, ...entry.alwaysExpected];
    if (!expected.some((pattern) => pattern.test(text))) entry.errors.push(text);
  };
  page.on('console', (message) => {
    if (message.type() === 'error') note(`${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => note(`uncaught: ${error.message}`));
  watched.push(entry);
}

/**
 * Expects errors that match from here to the end of the test, or of the file if called in `beforeAll`, e.g.
 * `/status of 400/` for a wrong password.
 */
export function expectErrors(page: Page, ...patterns: RegExp[]): void {
  const entry = watched.find((each) => each.page === page);
  (testContexts ? entry?.expected : entry?.alwaysExpected)?.push(...patterns);
}
