import type { Dashboard } from '#contract/calls/admin/dashboard.ts';
import { AUDIO_CATEGORIES } from '#contract/constants/tracks/tracks.ts';

export type StageSpan = Dashboard['plays']['byStage'][number];

/** Smaller groups could reveal individuals. */
export const SMALL_GROUP = 5;

/**
 * Merges consecutive days until each stage has no plays or at least five. A remainder that is too small is
 * merged into the spans before it; if the total is too small, the result is empty. Spans do not overlap, so no
 * difference of spans reveals a small group.
 */
export function mergeSmallDays(days: readonly StageSpan[]): readonly StageSpan[] {
  const spans: StageSpan[] = [];
  let pending: StageSpan | undefined;
  for (const day of days) {
    const merged: StageSpan = pending === undefined ? day : join(pending, day);
    pending = isAnonymous(merged) ? undefined : merged;
    if (pending === undefined) spans.push(merged);
  }
  while (pending !== undefined) {
    const last = spans.pop();
    if (last === undefined) return [];
    const merged = join(last, pending);
    pending = isAnonymous(merged) ? undefined : merged;
    if (pending === undefined) spans.push(merged);
  }
  return spans;
}

const join = (first: StageSpan, next: StageSpan): StageSpan => ({
  from: first.from,
  to: next.to,
  PREGNANCY: first.PREGNANCY + next.PREGNANCY,
  BIRTHING: first.BIRTHING + next.BIRTHING,
  POSTBIRTH: first.POSTBIRTH + next.POSTBIRTH,
});

const isAnonymous = (span: StageSpan) =>
  AUDIO_CATEGORIES.every((stage) => span[stage] === 0 || span[stage] >= SMALL_GROUP);
