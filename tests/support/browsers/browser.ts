import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { type Browser, chromium } from 'playwright';

const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  '--autoplay-policy=no-user-gesture-required',
  // A host over plain http that is not localhost, so its pages are no secure context.
  '--host-resolver-rules=MAP kiosk.test 127.0.0.1',
];

const nodeModules = resolve(import.meta.dirname, '../../../node_modules');

/**
 * Unpacks the headless shell from npm's `@sparticuz/chromium` (Linux x64 only). Its own launcher returns half-written
 * files and uses `--single-process`, which crashes on the second page.
 */
async function npmChromium(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const packed = resolve(nodeModules, '@sparticuz/chromium');
  if (!existsSync(packed)) return undefined;
  // npm's manifest always has a version.
  const { version } = JSON.parse(readFileSync(resolve(packed, 'package.json'), 'utf8')) as {
    version: string;
  };
  const executable = resolve(nodeModules, '.cache', `chromium-${version}`, 'headless_shell');
  if (!existsSync(executable)) {
    mkdirSync(dirname(executable), { recursive: true });
    const unfinished = `${executable}.${process.pid}`;
    await pipeline(
      createReadStream(resolve(packed, 'bin/chromium.br')),
      createBrotliDecompress(),
      createWriteStream(unfinished, { mode: 0o755 }),
    );
    renameSync(unfinished, executable);
  }
  return executable;
}

/** Order: `CHROMIUM_PATH`, npm's, Playwright's download, a system browser. */
export async function chromiumPath(): Promise<string> {
  const installed = [
    chromium.executablePath(),
    '/usr/bin/chromium',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ];
  const found =
    process.env['CHROMIUM_PATH'] ??
    (await npmChromium()) ??
    installed.find((path) => existsSync(path));
  if (!found) {
    throw new Error('No Chromium: set CHROMIUM_PATH, or run `npx playwright install chromium`.');
  }
  return found;
}

export async function launchBrowser(extraArgs: string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: await chromiumPath(),
    args: [...CHROMIUM_ARGS, ...extraArgs],
  });
}
