import { expect, test } from 'vitest';
import { anySignal } from './any-signal.ts';

test('the combined signal aborts with the first aborted signal, and its reason', () => {
  const [first, second] = [new AbortController(), new AbortController()];
  const either = anySignal([first.signal, undefined, second.signal]);
  expect(either.aborted).toBe(false);
  second.abort('left');
  first.abort('late');
  expect(either.reason).toBe('left');
});

test('the combined signal is aborted at once if a signal is already aborted', () => {
  expect(anySignal([new AbortController().signal, AbortSignal.abort('before')]).reason).toBe(
    'before',
  );
});
