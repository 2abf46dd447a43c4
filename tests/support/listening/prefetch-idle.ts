import type { Page, Request } from 'playwright';
import { expect } from '#tests/support/browsers/expect.ts';

const STILL_MS = 2_500;

/** Waits until no part of a recording is being fetched and none was in the last seconds. */
export async function untilPrefetchIsIdle(page: Page): Promise<void> {
  let last = Date.now();
  const open = new Set<Request>();
  const isPiece = (request: Request) =>
    request.resourceType() === 'fetch' && request.url().includes('/audio/');
  const begin = (request: Request) => {
    if (isPiece(request)) open.add(request);
  };
  const end = (request: Request) => {
    if (isPiece(request)) last = Date.now();
    open.delete(request);
  };
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end);
  try {
    await expect
      .poll(() => open.size === 0 && Date.now() - last > STILL_MS, { timeout: 120_000 })
      .toBe(true);
  } finally {
    page.off('request', begin).off('requestfinished', end).off('requestfailed', end);
  }
}
