import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hourlyFrom, startJobs } from './jobs.ts';
import { createLogger } from './telemetry/logger.ts';

const logger = createLogger({ level: 'silent', isTerminal: false });
const EACH_SECOND = '* * * * * *';

beforeEach(() => void vi.useFakeTimers({ now: new Date(2026, 0, 1, 12, 0, 0, 500) }));
afterEach(() => void vi.useRealTimers());

test('a job runs on schedule, but never twice at the same time', async () => {
  let atOnce = 0;
  let most = 0;
  let runs = 0;
  const run = async () => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    atOnce -= 1;
    runs += 1;
  };
  const stop = startJobs({ logger }, [{ name: 'slow', every: EACH_SECOND, run }]);
  await vi.advanceTimersByTimeAsync(10_000);
  const stopped = stop();
  await vi.advanceTimersByTimeAsync(1_500);
  await stopped;
  expect(runs).toBe(5);
  expect(most).toBe(1);
});

test('a failed job runs again; a repeated failure is logged once, and an outage without a stack', async () => {
  const warn = vi.fn();
  let runs = 0;
  const away = Object.assign(new Error('connect ECONNREFUSED'), {
    code: 'ECONNREFUSED',
    syscall: 'connect',
  });
  const run = async () => {
    runs += 1;
    throw away;
  };
  const failing = { name: 'failing', every: EACH_SECOND, run };
  const stop = startJobs({ logger: { ...logger, warn } }, [failing]);
  await vi.advanceTimersByTimeAsync(3_000);
  await stop();
  expect(runs).toBe(3);
  expect(warn.mock.calls).toEqual([
    [{ reason: 'Error: connect ECONNREFUSED', job: 'failing' }, expect.any(String)],
  ]);
});

test('a stop aborts a running job, and waits for it to end', async () => {
  const states: string[] = [];
  const run = async (signal: AbortSignal) => {
    states.push('started');
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    states.push('ended');
  };
  const stop = startJobs({ logger }, [{ name: 'long', every: EACH_SECOND, run }]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(states).toEqual(['started']);
  const atTheStop = stop().then(() => [...states]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await atTheStop).toEqual(['started', 'ended']);
});

test('an hourly job first runs after its delay', () => {
  vi.setSystemTime(new Date(2026, 0, 1, 12, 59, 30));
  expect(hourlyFrom(60_000)).toBe('30 0 * * * *');
});
