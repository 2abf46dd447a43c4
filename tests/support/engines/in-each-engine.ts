import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import type { Engine, EngineWindow, RunningEngine, Size } from './engine.ts';
import { createEnginePage, type EnginePage } from './engine-page.ts';
import { ENGINES } from './engines.ts';

const PHONE = { width: 390, height: 844 };
const FAILURES = resolve(import.meta.dirname, '../../../test-results');
const START_MS = 60_000;

const isLeftOut = process.env['SKIP_ENGINES'] === '1';

export type OpenPage = (url: string, size?: Size) => Promise<Page>;

/** Writes the same journeys down for WebKit and for Firefox; where one is not installed, they are skipped. */
export function inEachEngine(title: string, journeys: (openPage: OpenPage) => void): void {
  for (const engine of ENGINES) {
    describe.skipIf(!engine.isInstalled || isLeftOut)(`${title}, in ${engine.name}`, () => {
      journeys(usePages(engine));
    });
  }
}

async function photograph(window: EngineWindow, name: string): Promise<void> {
  const picture = await window.photograph();
  mkdirSync(FAILURES, { recursive: true });
  const file = name.replace(/[^a-z0-9]+/gi, '-').slice(-100);
  writeFileSync(resolve(FAILURES, `${file}.png`), picture, 'base64');
}

function usePages(engine: Engine): OpenPage {
  const open: EnginePage[] = [];
  let running: RunningEngine | undefined;
  beforeAll(async () => {
    // A port that was free a moment ago, a display that another took: the second time is another.
    running = await engine.start().catch(() => engine.start());
  }, 2 * START_MS);
  afterEach(async ({ task }) => {
    const errors: string[] = [];
    for (const [index, { page, window, errors: found }] of open.splice(0).entries()) {
      // a page that hangs must not hide why the test failed
      if (task.result?.state === 'fail')
        await photograph(window, `${engine.name} ${task.name} ${index}`).catch(() => undefined);
      // what has happened since the last question
      await page.evaluate(() => undefined).catch(() => undefined);
      errors.push(...found);
      await window.close();
    }
    expect(errors, 'errors in the page').toEqual([]);
  });
  afterAll(async () => {
    await running?.stop();
  });
  return async (url, size = PHONE) => {
    if (!running) throw new Error(`${engine.name} has not started`);
    const page = createEnginePage(await running.open(size), url);
    open.push(page);
    return page.page;
  };
}
