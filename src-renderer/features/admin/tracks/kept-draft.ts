import { z } from 'zod';
import { audioContentSchema, transcriptTimingsSchema } from '#contract/rows/audio-content.ts';
import { AUDIO_CATEGORIES, AUDIO_KINDS } from '#contract/words/tracks.ts';
import type { TrackDraft } from './track-form.ts';

/**
 * What was typed and not saved yet, kept until the window closes: a reload, another tab of the area
 * and a locked area all come back to it. Another window has its own, so that two do not mix.
 */
export interface KeptDraft {
  /** `updated_at` of the row it began with; a new track has none. */
  readonly version: string | null;
  readonly base: TrackDraft;
  readonly draft: TrackDraft;
}

export type DraftId = number | 'new';

const draftSchema: z.ZodType<TrackDraft> = z.object({
  title: z.string(),
  category: z.enum(AUDIO_CATEGORIES),
  kind: z.enum(AUDIO_KINDS),
  description: z.string(),
  transcript: z.string(),
  transcript_timings: transcriptTimingsSchema.nullable(),
  // One whose name is not typed yet is kept too.
  chapters: z
    .array(z.object({ start: z.number(), title: z.string() }))
    .nullable()
    .default(null),
  credits: z.string(),
  is_premium: z.boolean(),
  featured: z.boolean(),
  enabled: z.boolean(),
  duration: z.number(),
  audio_url: z.string(),
  image_url: z.string().nullable(),
  // Absent in what was kept before covers had one.
  focus: audioContentSchema.shape.focus.default(null),
  publish_at: z.string(),
  unpublish_at: z.string(),
});
const keptSchema = z.object({
  version: z.string().nullable(),
  base: draftSchema,
  draft: draftSchema,
});

const PREFIX = 'track-draft:';

/** Undefined as well where the browser refuses its storage, or something else stands there. */
export function recallDraft(id: DraftId): KeptDraft | undefined {
  return unlessRefused(() => {
    const text = sessionStorage.getItem(`${PREFIX}${id}`);
    return text === null ? undefined : keptSchema.parse(JSON.parse(text));
  });
}

export function keepDraft(id: DraftId, kept: KeptDraft): void {
  unlessRefused(() => sessionStorage.setItem(`${PREFIX}${id}`, JSON.stringify(kept)));
}

export function forgetDraft(id: DraftId): void {
  unlessRefused(() => sessionStorage.removeItem(`${PREFIX}${id}`));
}

/** The track whose draft was left behind, if any. */
export function findDraft(): DraftId | undefined {
  return unlessRefused(() => {
    const name = Object.keys(sessionStorage).find((key) => key.startsWith(PREFIX));
    if (name === undefined) return undefined;
    const id = name.slice(PREFIX.length);
    return id === 'new' ? id : Number(id);
  });
}

function unlessRefused<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}
