import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { describeRetries, type TestOutcome } from './results-reporter.ts';

/** A run with this many errors whose process reports success. */
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

test('a run with a failure exits with 1, however the process ends', () => {
  expect(runWith(1)).toMatchObject({ status: 1, stdout: '\n0 passed, 1 failed\n' });
  expect(runWith(0)).toMatchObject({ status: 0, stdout: '\n0 passed, 0 failed\n' });
});

test('a test that passed only on retry is named, one that passed at once is not', () => {
  const outcome: TestOutcome = { file: 'a.test.ts', title: 'plays', state: 'passed' };
  expect(describeRetries([outcome])).toBe('');
  expect(describeRetries([outcome, { ...outcome, retries: 2 }])).toBe(
    '1 flaky, passed only on a retry:\n  a.test.ts: plays (2 retries)\n',
  );
});
