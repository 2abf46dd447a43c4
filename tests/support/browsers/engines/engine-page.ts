import type { Page } from 'playwright';
import type { EngineWindow } from './engine.ts';
import { createQueries, pressKey } from './engine-locator.ts';
import { createPageDriver } from './page-driver.ts';

export interface EnginePage {
  /** The part of Playwright's page that the helpers in `tests/e2e/pages` use. */
  readonly page: Page;
  readonly errors: readonly string[];
  readonly window: EngineWindow;
}

type Task<Argument, T> = (argument: Argument) => T;

export function createEnginePage(window: EngineWindow, baseURL: string): EnginePage {
  const driver = createPageDriver(window);
  const evaluate = <Argument, T>(
    task: Task<Argument, T>,
    argument: Argument,
  ): Promise<Awaited<T>> => driver.ask(`(${task})(${JSON.stringify(argument)})`);
  const url = () => evaluate(() => location.href, undefined);
  const page = {
    ...createQueries(driver, []),
    goto: (path: string) => window.goto(new URL(path, baseURL).href),
    evaluate,
    waitForFunction: <Argument>(task: Task<Argument, unknown>, argument: Argument) =>
      driver.until(String(task), async () => (await evaluate(task, argument)) || undefined),
    waitForURL: (wanted: string) =>
      driver.until(`the address ${wanted}`, async () => {
        const { href } = new URL(wanted, baseURL);
        return (await url()) === href || undefined;
      }),
    keyboard: {
      press: (key: string, options?: { delay?: number }) => pressKey(driver, key, options),
    },
  };
  return {
    // The helpers require Playwright's full type; a missing member fails at its first use.
    page: page as unknown as Page,
    errors: driver.errors,
    window,
  };
}
