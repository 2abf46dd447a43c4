import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

/** A separate project, so that skipped tests do not count as passed. */
export default defineConfig({
  root: resolve(import.meta.dirname, '../../..'),
  test: {
    include: ['tests/desktop/electron/*.test.ts'],
    globalSetup: ['tests/desktop/electron/build.global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 180_000,
  },
});
