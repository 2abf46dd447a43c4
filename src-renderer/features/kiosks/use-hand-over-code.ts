import { useCallback, useEffect, useState } from 'react';
import type { HandOverStatus } from '#contract/calls/hand-over.ts';
import { HAND_OVER, type HandOverGoal } from '#contract/constants/hand-over-address.ts';
import {
  cancelHandOver,
  requestHandOver,
  takeSession,
  watchHandOver,
} from '#renderer/data/hand-over.ts';

export type HandOverState =
  | { readonly phase: 'asking' }
  /** `endsAt` is a `performance.now()` time, which clock changes do not affect. */
  | { readonly phase: 'shown'; readonly code: string; readonly endsAt: number }
  | { readonly phase: 'taken' }
  | { readonly phase: 'let-in' }
  | { readonly phase: 'over' }
  | { readonly phase: 'failed'; readonly message: string };

/** Requests a code, polls its state and revokes it on unmount. */
export function useHandOverCode(goal: HandOverGoal) {
  const [attempt, setAttempt] = useState(1);
  const [state, setState] = useState<HandOverState>({ phase: 'asking' });

  // biome-ignore lint/correctness/useExhaustiveDependencies: every attempt requests a new code
  useEffect(() => {
    const run: Run = { isCancelled: false, secret: undefined };
    setState({ phase: 'asking' });
    const report = (next: HandOverState) => {
      if (!run.isCancelled) setState(next);
    };
    showCode(goal, run, report).catch((error: unknown) =>
      report({ phase: 'failed', message: error instanceof Error ? error.message : String(error) }),
    );
    return () => {
      run.isCancelled = true;
      if (run.secret !== undefined) cancelHandOver(run.secret);
    };
  }, [goal, attempt]);

  return { state, renew: useCallback(() => setAttempt((last) => last + 1), []) };
}

interface Run {
  isCancelled: boolean;
  secret: string | undefined;
}

async function showCode(
  goal: HandOverGoal,
  run: Run,
  report: (state: HandOverState) => void,
): Promise<void> {
  const { code, secret, expires_in } = await requestHandOver(goal);
  if (run.isCancelled) return cancelHandOver(secret);
  run.secret = secret;
  report({ phase: 'shown', code, endsAt: performance.now() + expires_in * 1000 });
  let status: HandOverStatus = { state: 'waiting' };
  while (!run.isCancelled && status.state === 'waiting') {
    await new Promise((resolve) => setTimeout(resolve, HAND_OVER.watchEveryMs));
    // A request that fails temporarily does not invalidate the code.
    if (!run.isCancelled) status = await watchHandOver(secret).catch(() => status);
  }
  if (run.isCancelled) return;
  if (status.state === 'let-in') await takeSession(status.session);
  if (status.state !== 'waiting') report({ phase: status.state });
}
