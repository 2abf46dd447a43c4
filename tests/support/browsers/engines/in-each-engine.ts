import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import type { Engine, EngineWindow, OpenWindow, Size } from './engine.ts';
import { createEnginePage, type EnginePage } from './engine-page.ts';
import { firefox } from './firefox.ts';
import { webkit } from './webkit.ts';
import { openWorkspace, type Workspace } from './workspace.ts';

const PHONE = { width: 390, height: 844 };
const FAILURES = resolve(import.meta.dirname, '../../../../test-results');
const START_MS = 60_000;

const isLeftOut = process.env['SKIP_ENGINES'] === '1';

export type OpenPage = (url: string, size?: Size) => Promise<Page>;

/** Registers the same tests for WebKit and Firefox; skips an engine that is not installed. */
export function inEachEngine(title: string, journeys: (openPage: OpenPage) => void): void {
  for (const engine of [webkit, firefox]) {
    describe.skipIf(!engine.isInstalled || isLeftOut)(`${title}, in ${engine.name}`, () => {
      journeys(usePages(engine));
    });
  }
}

async function saveScreenshot(window: EngineWindow, name: string): Promise<void> {
  const picture = await window.screenshot();
  mkdirSync(FAILURES, { recursive: true });
  const file = name.replace(/[^a-z0-9]+/gi, '-').slice(-100);
  writeFileSync(resolve(FAILURES, `${file}.png`), picture, 'base64');
}

function usePages(engine: Engine): OpenPage {
  const open: EnginePage[] = [];
  let workspace: Workspace | undefined;
  let openWindow: OpenWindow | undefined;
  const start = async () => {
    workspace = await openWorkspace();
    openWindow = await engine.start(workspace);
  };
  beforeAll(async () => {
    // Retries once: the free port or the display may have been taken meanwhile.
    await start().catch(async () => {
      await workspace?.close();
      await start();
    });
  }, 2 * START_MS);
  afterEach(async ({ task }) => {
    const errors: string[] = [];
    for (const [index, { page, window, errors: found }] of open.splice(0).entries()) {
      // A page that hangs must not hide why the test failed.
      if (task.result?.state === 'fail')
        await saveScreenshot(window, `${engine.name} ${task.name} ${index}`).catch(() => undefined);
      // Collects errors since the last request.
      await page.evaluate(() => undefined).catch(() => undefined);
      errors.push(...found);
      await window.close();
    }
    expect(errors, 'errors in the page').toEqual([]);
  });
  afterAll(async () => {
    await workspace?.close();
  });
  return async (url, size = PHONE) => {
    if (!openWindow) throw new Error(`${engine.name} has not started`);
    const page = createEnginePage(await openWindow(size), url);
    open.push(page);
    return page.page;
  };
}
