import { expect as playwrightExpect } from 'playwright/test';

/** Waits 15 s at most: Playwright's default of five seconds is too short on a busy machine. */
export const expect = playwrightExpect.configure({ timeout: 15_000 });
