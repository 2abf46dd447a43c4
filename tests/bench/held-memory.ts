import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, CDPSession, Page } from 'playwright';
import { launchProfile } from '#tests/support/browsers/browser.ts';
import { startServerProcess } from '#tests/support/servers/server-process.ts';
import { findTrack } from './library-track.ts';
import { type Bench, median } from './measure.ts';

const PROFILES = 3;
const TURNS = 3;
/** Freed memory is returned to the system with a delay. */
const SETTLING_MS = 3_000;
const MEBIBYTE = 1024 * 1024;
const ROLLUP = '/proc/self/smaps_rollup';

/**
 * Bytes of all browser processes without file-backed memory. Audio pieces are blobs, which the browser process holds,
 * so the page's own figures do not include them. Shared pages are counted proportionally.
 */
async function countBytes(browser: CDPSession, page: CDPSession): Promise<number> {
  // A blob is freed with the object that refers to it.
  for (let pass = 0; pass < 2; pass += 1) await page.send('HeapProfiler.collectGarbage');
  const { processInfo } = await browser.send('SystemInfo.getProcessInfo');
  return processInfo.map(({ id }) => ownBytes(id)).reduce((sum, bytes) => sum + bytes, 0);
}

function ownBytes(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const kibibytes = [...rollup.matchAll(/^Pss_(?:Anon|Shmem): +(\d+) kB$/gm)].map(([, digits]) =>
    Number(digits),
  );
  return kibibytes.reduce((sum, part) => sum + part, 0) * 1024;
}

/** Extra memory while a track is fully prefetched, with prefetching switched on and off in turn on the same page. */
async function measureTurns(context: BrowserContext, address: string): Promise<number[]> {
  const page = context.pages()[0] ?? (await context.newPage());
  await page.addInitScript(() => localStorage.setItem('fetchAhead', 'off'));
  await page.goto(address);
  const browser = await context.browser()?.newBrowserCDPSession();
  if (!browser) throw new Error('the browser context has no browser');
  const own = await context.newCDPSession(page);
  await startPlayback(page);
  const prefetchSwitch = page.getByRole('switch', { name: 'Load ahead' });
  const ready = page.getByText('Fully loaded');
  const count = async () => {
    await page.waitForTimeout(SETTLING_MS);
    return countBytes(browser, own);
  };
  const more: number[] = [];
  // The media element's own buffer is the same with and without prefetching.
  let without = await count();
  for (let turn = 0; turn < TURNS; turn += 1) {
    await prefetchSwitch.click();
    await ready.waitFor();
    const held = await count();
    await prefetchSwitch.click();
    await ready.waitFor({ state: 'hidden' });
    const after = await count();
    more.push(held - (without + after) / 2);
    without = after;
  }
  return more;
}

async function startPlayback(page: Page): Promise<void> {
  const main = page.getByRole('main');
  await main.getByRole('button', { name: /^Play: / }).click();
  await main.getByRole('button', { name: 'Queue' }).click();
  await page.waitForFunction(() => (document.querySelector('audio')?.currentTime ?? 0) > 5);
}

async function inNewFolder(address: string): Promise<number[]> {
  const folder = mkdtempSync(join(tmpdir(), 'cradlesong-profile-'));
  const context = await launchProfile(folder);
  try {
    return await measureTurns(context, address);
  } finally {
    await context.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

export const heldMemoryBench: Bench = {
  name: 'held-memory',
  async run() {
    // Only Linux reports memory per process.
    if (!existsSync(ROLLUP)) return [];
    const server = await startServerProcess();
    try {
      const { id, audio_url } = await findTrack(server.url, 'duration.desc');
      const file = await fetch(new URL(audio_url, server.url), { method: 'HEAD' });
      const size = Number(file.headers.get('content-length'));
      const more: number[] = [];
      for (let profile = 0; profile < PROFILES; profile += 1) {
        more.push(...(await inNewFolder(`${server.url}/player/${id}`)));
      }
      return [
        { name: 'memory: a recording of 30 minutes', value: size / MEBIBYTE, unit: 'MB' },
        {
          name: 'memory: held when it is fully prefetched',
          value: median(more) / MEBIBYTE,
          unit: 'MB',
        },
        {
          name: 'memory: held, as a multiple of its size',
          value: median(more) / size,
          unit: '×',
          budget: { atMost: 1.2 },
        },
      ];
    } finally {
      await server.stop();
    }
  },
};
