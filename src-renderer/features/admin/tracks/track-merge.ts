import type { TrackDraft } from './track-form.ts';

type Field = keyof TrackDraft;

/** What belongs together: one of it cannot be taken from one window and the rest from another. */
export const TRACK_PARTS = {
  title: ['title'],
  description: ['description'],
  category: ['category'],
  kind: ['kind'],
  cover: ['image_url', 'focus'],
  recording: ['audio_url', 'duration'],
  transcript: ['transcript', 'transcript_timings'],
  chapters: ['chapters'],
  credits: ['credits'],
  premium: ['is_premium'],
  featured: ['featured'],
  active: ['enabled', 'publish_at', 'unpublish_at'],
} as const satisfies Record<string, readonly Field[]>;

export type TrackPart = keyof typeof TRACK_PARTS;

// Object.keys forgets the keys' type; there are no others.
const PARTS = Object.keys(TRACK_PARTS) as TrackPart[];

export interface Merged {
  readonly draft: TrackDraft;
  /** What was changed on both sides, to different things; the draft has hers. */
  readonly clashes: readonly TrackPart[];
}

/** The parts in which two drafts differ. */
export function changedParts(before: TrackDraft, after: TrackDraft): TrackPart[] {
  return PARTS.filter((part) => !isSame(part, before, after));
}

/** Three ways, part by part: what she changed since `base` stays hers, everything else is as it is now. */
export function mergeDrafts(base: TrackDraft, hers: TrackDraft, now: TrackDraft): Merged {
  const kept = changedParts(base, hers).filter((part) => !isSame(part, hers, now));
  return {
    draft: takeParts(now, hers, kept),
    clashes: kept.filter((part) => !isSame(part, base, now)),
  };
}

/** `draft` with these parts of another one. */
export function takeParts(
  draft: TrackDraft,
  from: TrackDraft,
  parts: readonly TrackPart[],
): TrackDraft {
  return { ...draft, ...pickFields(from, parts) };
}

/** The fields of these parts alone, of a draft or of the values it becomes. */
export function pickFields<Values extends Record<Field, unknown>>(
  values: Values,
  parts: readonly TrackPart[],
): Partial<Values> {
  const picked: Partial<Values> = {};
  for (const field of parts.flatMap((part): readonly Field[] => TRACK_PARTS[part])) {
    picked[field] = values[field];
  }
  return picked;
}

const isSame = (part: TrackPart, one: TrackDraft, other: TrackDraft) =>
  TRACK_PARTS[part].every(
    // The times of sentences and chapters are no plain values.
    (field: Field) => JSON.stringify(one[field]) === JSON.stringify(other[field]),
  );
