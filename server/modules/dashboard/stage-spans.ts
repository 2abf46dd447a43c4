import type { Dashboard } from '#contract/calls/dashboard.ts';
import { AUDIO_CATEGORIES } from '#contract/words/tracks.ts';

export type StageSpan = Dashboard['plays']['byStage'][number];

/** Fewer than this are a small group: what is said of them may be known of one of them. */
export const SMALL_GROUP = 5;

/**
 * Days that follow each other are put together until no stage of theirs has some plays and yet fewer than five. What is
 * too little at the end joins those before it; too little of everything is told not at all. Nothing can be worked out
 * by taking one span from another, because each of them stands by itself and no play is in two.
 */
export function joinSmallDays(days: readonly StageSpan[]): readonly StageSpan[] {
  const spans: StageSpan[] = [];
  let open: StageSpan | undefined;
  for (const day of days) {
    const grown: StageSpan = open === undefined ? day : join(open, day);
    open = isTold(grown) ? undefined : grown;
    if (open === undefined) spans.push(grown);
  }
  const last = spans.pop();
  if (last === undefined) return [];
  return [...spans, open === undefined ? last : join(last, open)];
}

const join = (first: StageSpan, next: StageSpan): StageSpan => ({
  from: first.from,
  to: next.to,
  PREGNANCY: first.PREGNANCY + next.PREGNANCY,
  BIRTHING: first.BIRTHING + next.BIRTHING,
  POSTBIRTH: first.POSTBIRTH + next.POSTBIRTH,
});

const isTold = (span: StageSpan) =>
  AUDIO_CATEGORIES.every((stage) => span[stage] === 0 || span[stage] >= SMALL_GROUP);
