import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { createResultsReporter } from './support/results-reporter.ts';

if (Number(process.versions.node.split('.')[0]) < 24) {
  throw new Error(
    'Node 24 or newer is needed: run the tests with `npm test`, which brings its own.',
  );
}

/** On a disk, the many small files of SQLite, PostgreSQL and Chromium cost a tenth of the run. */
function hasRoomInMemory(): boolean {
  if (!existsSync('/dev/shm')) return false;
  const { bavail, bsize } = statfsSync('/dev/shm');
  return bavail * bsize > 12e9;
}

const root = resolve(import.meta.dirname, '..');
// Compiled files are cached for all processes: workers, and the servers and commands that tests start from source.
process.env['NODE_COMPILE_CACHE'] ??= resolve(root, 'node_modules/.cache/node-compile');
// One folder has all temporary folders of the run and is removed at its end, so tests need not clean up. The condition
// is needed because this file is read once for each project.
if (!basename(tmpdir()).startsWith('tests-')) {
  const temporary = mkdtempSync(join(hasRoomInMemory() ? '/dev/shm' : tmpdir(), 'tests-'));
  // PostgreSQL runs as a user of its own.
  chmodSync(temporary, 0o755);
  process.env['TMPDIR'] = temporary;
  process.on('exit', () => rmSync(temporary, { recursive: true, force: true, maxRetries: 5 }));
}
const node = { environment: 'node' as const, root };
// On a busy machine a browser may exceed its time limit. Retried tests are listed above the last line; locally there
// are no retries.
const retry = process.env['CI'] ? 2 : 0;
const browser = {
  ...node,
  setupFiles: ['tests/support/browsers/e2e.setup.ts'],
  globalSetup: ['tests/support/browsers/browser.global-setup.ts'],
  testTimeout: 60_000,
  hookTimeout: 60_000,
  retry,
};

const dom = {
  root,
  environment: 'happy-dom' as const,
  setupFiles: [
    // The hook of this file runs last.
    'tests/support/browsers/page.setup.ts',
    'tests/support/browsers/dom.setup.ts',
  ],
};

export default defineConfig({
  root,
  test: {
    // Tests often wait for browsers, servers and time limits; two more workers than cores keep the cores busy.
    maxWorkers: availableParallelism() + 2,
    // A poll ends as soon as it holds; the default of one second is too short on a busy machine.
    expect: { poll: { timeout: 15_000 } },
    reporters: [process.env['CI'] ? 'dot' : 'default', createResultsReporter()],
    coverage: {
      include: ['{server,db,src-main,src-renderer}/**/*.{ts,tsx}'],
      exclude: ['**/*.test.ts', 'db/seeds/library/tools/**', 'src-renderer/build/**'],
      reporter: ['text-summary', 'json-summary'],
    },
    projects: [
      {
        extends: true,
        test: {
          ...node,
          name: 'architecture',
          include: ['tests/{architecture,documents}.test.ts'],
          // This project reads every file, in parallel with the compiler and the linter.
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          ...node,
          name: 'unit',
          include: ['{server/contract,src-renderer,src-main,src-preload}/**/*.test.ts'],
          setupFiles: ['tests/support/browsers/page.setup.ts'],
          // Test files share the modules that they import; in `dom` also the document.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          ...dom,
          name: 'dom',
          include: ['src-renderer/**/*.test.tsx'],
          exclude: ['**/*.page.test.tsx'],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          ...dom,
          name: 'page',
          // Each has a server, whose address the clients of its modules keep.
          include: ['src-renderer/**/*.page.test.tsx'],
        },
      },
      {
        extends: true,
        test: {
          ...node,
          name: 'server',
          include: [
            '{server,db}/**/*.test.ts',
            'tests/{contract,hostile,support,tools}/**/*.test.ts',
          ],
          exclude: ['server/contract/**'],
          setupFiles: ['tests/support/servers/close-servers.setup.ts'],
          isolate: false,
          globalSetup: ['tests/support/databases/postgres.global-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          retry,
        },
      },
      {
        extends: true,
        test: {
          ...browser,
          name: 'e2e',
          include: ['tests/{e2e,integration}/**/*.test.ts', 'tests/desktop/*.test.ts'],
          globalSetup: [
            ...browser.globalSetup,
            'tests/support/browsers/shared-server.global-setup.ts',
          ],
          isolate: false,
        },
      },
      {
        extends: true,
        test: { ...browser, name: 'engines', include: ['tests/engines/*.test.ts'] },
      },
    ],
  },
});
