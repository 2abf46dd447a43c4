import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright';
import { openJsonFile } from '#main/modules/json-file.ts';
import { createKioskPin, pinFileSchema } from '#main/modules/window/kiosk-pin.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { stopChild } from '../servers/child-process.ts';
import { freePort } from '../servers/free-port.ts';
import { chromiumPath } from './browser.ts';
import { KIOSK_PIN } from './kiosk-shell.ts';

const COMMAND = resolve(import.meta.dirname, '../../../server/cli/desktop.ts');
const PATIENCE = { timeout: 30_000 };

/** Sets the PIN that kiosk setup asks for, before the start unless the test covers kiosk setup. */
export async function chooseKioskPin(folder: string): Promise<void> {
  const file = openJsonFile(join(folder, 'kiosk-pin.json'), pinFileSchema);
  await createKioskPin(file).set(KIOSK_PIN);
}

export interface BrowserKioskOptions {
  /** The kiosk's data folder; the server's data is in `data` below it. */
  folder: string;
  args?: string[];
  env?: Record<string, string>;
  /** Shell lines to run before the browser; `$start` is the number of this start, `$chromium` the browser. */
  before?: string;
  /** Folder for the browser's shell script, if not the data folder. */
  scripts?: string;
}

export interface BrowserKiosk {
  readonly profile: string;
  readonly command: ChildProcess;
  page(): Page;
  browser(): Browser;
  /** Terminal output so far. */
  terminal(): string;
  starts(): number;
  /** Opens a second DevTools connection to the browser. */
  attach(): Promise<Page>;
  /** Process id of the program that the command starts. */
  programPid(): number;
  browserPid(): number | undefined;
  /** Stops the command and waits until its processes have exited. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** `npm run kiosk -- --browser`: the command, its server and a real Chromium. */
export async function startBrowserKiosk(options: BrowserKioskOptions): Promise<BrowserKiosk> {
  const { folder, args = [], env = {}, before = '', scripts = folder } = options;
  const profile = join(folder, 'browser-profile');
  if (!args.includes('--set-up') && !existsSync(join(folder, 'kiosk-pin.json'))) {
    await chooseKioskPin(folder);
  }
  const terminal: string[] = [];
  const starts = join(scripts, 'starts');
  const starter = join(scripts, 'browser.sh');
  const program = await chromiumPath();
  rmSync(starts, { force: true });
  writeFileSync(
    starter,
    `#!/bin/sh
chromium='${program}'
echo start >> '${starts}'
start=$(wc -l < '${starts}')
${before}
exec "$chromium" "$@"
`,
    { mode: 0o755 },
  );
  const port = await freePort();
  const flags = ['--disable-gpu', `--remote-debugging-port=${port}`];
  const command = spawn(
    process.execPath,
    [COMMAND, '--kiosk', '--browser', '--no-sandbox', ...args],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        ...process.env,
        DATA_DIR: folder,
        CHROMIUM_PATH: starter,
        CHROMIUM_FLAGS: flags.join(' '),
        ...env,
      },
    },
  );
  command.stderr?.on('data', (chunk: Buffer) => terminal.push(chunk.toString('utf8')));
  let browser: Browser | undefined;
  let page: Page | undefined;

  const programPid = () => {
    const [pid] = childrenOf(command.pid ?? 0);
    if (pid === undefined) throw new Error('the program does not run');
    return pid;
  };
  return {
    profile,
    command,
    page() {
      if (!page) throw new Error('no page yet: call attach() first');
      return page;
    },
    browser() {
      if (!browser) throw new Error('no page yet: call attach() first');
      return browser;
    },
    terminal: () => terminal.join(''),
    starts: () => (existsSync(starts) ? readFileSync(starts, 'utf8').split('\n').length - 1 : 0),
    async attach() {
      await expect(async () => {
        browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
      }).toPass(PATIENCE);
      const pages = () => browser?.contexts().flatMap((context) => context.pages()) ?? [];
      await expect.poll(() => pages().length, PATIENCE).toBe(1);
      [page] = pages();
      if (!page) throw new Error('the browser shows no page');
      await page.setViewportSize({ width: 1280, height: 800 });
      return page;
    },
    programPid,
    browserPid: () =>
      childrenOf(programPid()).find((pid) =>
        readProcess(`${pid}/cmdline`)?.includes(`=${profile}`),
      ),
    stop: (signal) => stopChild(command, signal),
  };
}

const readIfThere = <T>(read: () => T): T | undefined => {
  try {
    return read();
  } catch {
    return undefined;
  }
};
const readProcess = (path: string) => readIfThere(() => readFileSync(`/proc/${path}`, 'utf8'));

/** Linux only. */
export const childrenOf = (pid: number): number[] =>
  (readProcess(`${pid}/task/${pid}/children`) ?? '').split(' ').filter(Boolean).map(Number);

/** Whether a process runs; a zombie does not count. */
export function isRunning(pid: number): boolean {
  const status = readProcess(`${pid}/status`);
  return status !== undefined && !/^State:\s+Z/m.test(status);
}

/** Files below a folder, by path; files that disappear meanwhile are skipped. */
function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

export const sizeOfFolder = (folder: string): number =>
  listFiles(folder).reduce((sum, file) => sum + (readIfThere(() => statSync(file).size) ?? 0), 0);

/** Files below a folder that contain one of the words in UTF-8 or UTF-16. */
export function findInFiles(folder: string, words: readonly string[]): string[] {
  const needles = words.flatMap((word) => [Buffer.from(word), Buffer.from(word, 'utf16le')]);
  return listFiles(folder).filter((file) => {
    const content = readIfThere(() => readFileSync(file)) ?? Buffer.alloc(0);
    return (
      needles.some((needle) => content.includes(needle)) || words.some((w) => file.includes(w))
    );
  });
}
