import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

/** Ends a test run with this many errors in a process that itself exits with 0. */
const runWith = (errors: number) =>
  spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `const { createResultsReporter } = await import(${JSON.stringify(resolve(import.meta.dirname, 'results-reporter.ts'))});
       createResultsReporter().onTestRunEnd([], Array.from({ length: ${errors} }), 'failed');
       process.exit(0);`,
    ],
    { encoding: 'utf8' },
  );

test('a run with a failure exits with 1, even if the process calls exit with 0', () => {
  expect(runWith(1)).toMatchObject({ status: 1, stdout: '\n0 passed, 1 failed\n' });
  expect(runWith(0)).toMatchObject({ status: 0, stdout: '\n0 passed, 0 failed\n' });
});
