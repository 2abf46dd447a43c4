import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { afterAll, afterEach, expect } from 'vitest';
import { launchBrowser } from './browser.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

const FAILURES = resolve(import.meta.dirname, '../../test-results');

interface Watched {
  page: Page;
  expected: RegExp[];
  errors: string[];
}

const servers: ServerProcess[] = [];
const watched: Watched[] = [];
let browser: Promise<Browser> | undefined;

afterEach(async ({ task }) => {
  const open = watched.filter(({ page }) => !page.isClosed());
  if (task.result?.state === 'fail') await photograph(open, task.name);
  const unexpected = watched.flatMap(({ errors }) => errors.splice(0));
  expect(unexpected, 'errors in the console of the page').toEqual([]);
});

afterAll(async () => {
  await (await browser)?.close();
  for (const server of servers.splice(0)) await server.stop();
});

async function photograph(open: Watched[], name: string) {
  mkdirSync(FAILURES, { recursive: true });
  const file = name.replace(/[^a-z0-9]+/gi, '-').slice(0, 80);
  for (const [index, { page }] of open.entries()) {
    // a page that hangs must not hide why the test failed
    await page
      .screenshot({ path: resolve(FAILURES, `${file}-${index}.png`), timeout: 5_000 })
      .catch(() => undefined);
  }
}

/** The built server with a library of its own; stopped when the test file ends. */
export async function startServer(env: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await startServerProcess({ env });
  servers.push(server);
  return server;
}

/**
 * A page in a browser profile of its own, closed with the file. Whatever it logs as an error, or
 * throws, fails the test, unless `expectErrors` has announced it.
 */
export async function openPage(
  baseURL: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  browser ??= launchBrowser();
  const context = await (await browser).newContext({
    baseURL,
    reducedMotion: 'reduce',
    // What a test puts in the way of a request would not be in the worker's; offline-start.test.ts has them.
    serviceWorkers: 'block',
    ...options,
  });
  context.on('page', watchErrors);
  await context.addInitScript(reportPolicyBreaches);
  const page = await context.newPage();
  waitForLife(page);
  return page;
}

/** A served page is there before its script; a test must not press faster than that, unless it means to. */
function waitForLife(page: Page): void {
  const goto = page.goto.bind(page);
  page.goto = async (url, options) => {
    const answer = await goto(url, options);
    if (options?.waitUntil !== 'commit') {
      // A script that the test holds back never comes.
      await page
        .waitForFunction(() => window.early === undefined, undefined, { timeout: 3_000 })
        .catch(() => undefined);
    }
    return answer;
  };
}

/** Some breaches say nothing on the console by themselves: a library may try, and catch the refusal. */
function reportPolicyBreaches(): void {
  document.addEventListener('securitypolicyviolation', (breach) => {
    // biome-ignore lint/suspicious/noConsole: the console of the page is what the tests read
    console.error(`against the policy: ${breach.effectiveDirective} ${breach.blockedURI}`);
  });
}

function watchErrors(page: Page): void {
  const entry: Watched = { page, expected: [], errors: [] };
  const note = (text: string) => {
    if (!entry.expected.some((pattern) => pattern.test(text))) entry.errors.push(text);
  };
  page.on('console', (message) => {
    if (message.type() === 'error') note(`${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => note(`uncaught: ${error.message}`));
  watched.push(entry);
}

/** From here on, errors that match are part of the story, e.g. `/status of 400/` for a wrong password. */
export function expectErrors(page: Page, ...patterns: RegExp[]): void {
  watched.find((entry) => entry.page === page)?.expected.push(...patterns);
}
