import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Apart from the other tests, so that what did not run is never counted among what passed. */
export default defineConfig({
  root: resolve(import.meta.dirname, '../../..'),
  test: {
    include: ['tests/desktop/electron/*.test.ts'],
    globalSetup: ['tests/desktop/electron/build.global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 180_000,
  },
});
