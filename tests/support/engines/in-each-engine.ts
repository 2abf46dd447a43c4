import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import type { Engine, RunningEngine, Size } from './engine.ts';
import { createEnginePage, type EnginePage } from './engine-page.ts';
import { ENGINES } from './engines.ts';

const PHONE = { width: 390, height: 844 };
const START_MS = 60_000;

export type OpenPage = (url: string, size?: Size) => Promise<Page>;

/** Writes the same journeys down for WebKit and for Firefox; where one is not installed, they are skipped. */
export function inEachEngine(title: string, journeys: (openPage: OpenPage) => void): void {
  for (const engine of ENGINES) {
    describe.skipIf(!engine.isInstalled)(`${title}, in ${engine.name}`, () => {
      journeys(usePages(engine));
    });
  }
}

function usePages(engine: Engine): OpenPage {
  const open: EnginePage[] = [];
  let running: RunningEngine | undefined;
  beforeAll(async () => {
    running = await engine.start();
  }, START_MS);
  afterEach(async () => {
    const errors: string[] = [];
    for (const { page, errors: found, close } of open.splice(0)) {
      // what has happened since the last question
      await page.evaluate(() => undefined).catch(() => undefined);
      errors.push(...found);
      await close();
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
