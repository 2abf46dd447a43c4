import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { EngineWindow } from './engine.ts';
import { createFinder } from './finder.ts';

const LIBRARY =
  '../../../../node_modules/@testing-library/dom/dist/@testing-library/dom.umd.min.js';
const library = readFileSync(resolve(import.meta.dirname, LIBRARY), 'utf8');
const INSTALL = `(async () => { ${library}
  globalThis.testFinder ??= (${createFinder})(TestingLibraryDom); return ''; })()`;
const NO_FINDER = 'no finder';

/** Playwright's own timeout of an action. */
const TIMEOUT_MS = 30_000;
const POLL_MS = 100;

export interface PageDriver {
  readonly window: EngineWindow;
  /** Errors in the page since the finder was injected. */
  readonly errors: string[];
  /** Awaits an expression in the page; it may use `finder`. */
  ask<T>(expression: string): Promise<T>;
  /** Polls until a value is found; errors during a navigation are retried. */
  until<T>(what: string, look: () => Promise<T | undefined>, timeoutMs?: number): Promise<T>;
}

export function createPageDriver(window: EngineWindow): PageDriver {
  const errors: string[] = [];
  return {
    window,
    errors,
    async ask(expression) {
      const script = `(async () => {
        const finder = globalThis.testFinder;
        if (!finder) return '${NO_FINDER}';
        const value = await (${expression});
        return JSON.stringify({ value, errors: finder.errors.splice(0) });
      })()`;
      let answer = await window.run(script);
      if (answer === NO_FINDER) {
        await window.run(INSTALL);
        answer = await window.run(script);
      }
      const result = JSON.parse(answer);
      errors.push(...result.errors);
      return result.value;
    },
    async until(what, look, timeoutMs = TIMEOUT_MS) {
      const deadline = Date.now() + timeoutMs;
      let reason = 'not found';
      while (Date.now() < deadline) {
        const found = await look().catch((error: unknown) => {
          reason = error instanceof Error ? error.message : String(error);
          return undefined;
        });
        if (found !== undefined) return found;
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
      throw new Error(`${what}, within ${timeoutMs} ms: ${reason}`);
    },
  };
}
