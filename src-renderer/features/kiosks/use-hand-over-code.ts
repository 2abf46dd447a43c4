import { useCallback, useEffect, useState } from 'react';
import type { HandOverNews } from '#contract/calls/hand-over.ts';
import { HAND_OVER, type HandOverGoal } from '#contract/constants/hand-over-address.ts';
import {
  cancelHandOver,
  requestHandOver,
  takeSession,
  watchHandOver,
} from '#renderer/data/hand-over.ts';

export type HandOverMoment =
  | { readonly phase: 'asking' }
  /** `endsAt` is a `performance.now()` time, so clock changes do not move it. */
  | { readonly phase: 'shown'; readonly code: string; readonly endsAt: number }
  | { readonly phase: 'taken' }
  | { readonly phase: 'let-in' }
  | { readonly phase: 'over' }
  | { readonly phase: 'failed'; readonly message: string };

/** Requests a code, watches it and revokes it on unmount. */
export function useHandOverCode(to: HandOverGoal) {
  const [attempt, setAttempt] = useState(1);
  const [moment, setMoment] = useState<HandOverMoment>({ phase: 'asking' });

  // biome-ignore lint/correctness/useExhaustiveDependencies: every attempt requests a new code
  useEffect(() => {
    const run: Run = { isGone: false, secret: undefined };
    setMoment({ phase: 'asking' });
    const tell = (next: HandOverMoment) => {
      if (!run.isGone) setMoment(next);
    };
    showCode(to, run, tell).catch((error: unknown) =>
      tell({ phase: 'failed', message: error instanceof Error ? error.message : String(error) }),
    );
    return () => {
      run.isGone = true;
      if (run.secret !== undefined) cancelHandOver(run.secret);
    };
  }, [to, attempt]);

  return { moment, renew: useCallback(() => setAttempt((last) => last + 1), []) };
}

interface Run {
  isGone: boolean;
  secret: string | undefined;
}

async function showCode(
  to: HandOverGoal,
  run: Run,
  tell: (moment: HandOverMoment) => void,
): Promise<void> {
  const { code, secret, expires_in } = await requestHandOver(to);
  if (run.isGone) return cancelHandOver(secret);
  run.secret = secret;
  tell({ phase: 'shown', code, endsAt: performance.now() + expires_in * 1000 });
  let news: HandOverNews = { state: 'waiting' };
  while (!run.isGone && news.state === 'waiting') {
    await new Promise((resolve) => setTimeout(resolve, HAND_OVER.watchEveryMs));
    // Keeps the code when a request fails temporarily.
    if (!run.isGone) news = await watchHandOver(secret).catch(() => news);
  }
  if (run.isGone) return;
  if (news.state === 'let-in') await takeSession(news.session);
  if (news.state !== 'waiting') tell({ phase: news.state });
}
