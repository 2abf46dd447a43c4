import { z } from 'zod';
import type { Bucket } from '#contract/calls/storage.ts';
import {
  type AudioContent,
  audioContentInsertSchema,
  audioContentSchema,
  chaptersSchema,
  transcriptTimingsSchema,
} from '#contract/rows/audio-content.ts';
import { isStoredAddress } from '#contract/words/stored-names.ts';
import { AUDIO_KINDS } from '#contract/words/tracks.ts';
import { fromLocalField, toLocalField } from '../shared/local-field.ts';

const optionalText = z
  .string()
  .trim()
  .transform((text) => text || null);

const stored = (bucket: Bucket) =>
  z
    .string()
    .refine((text) => isStoredAddress(bucket, text), 'It lies elsewhere. Upload the file instead.');

/** The contract's own row, narrowed to what the editor holds and with words for what is wrong. */
const trackFormSchema = audioContentInsertSchema.pick({ category: true }).extend({
  kind: z.enum(AUDIO_KINDS),
  title: z.string().trim().min(1, 'The track needs a title').max(200, 'At most 200 characters'),
  description: optionalText,
  transcript: optionalText,
  transcript_timings: transcriptTimingsSchema.nullable(),
  chapters: chaptersSchema.nullable(),
  credits: optionalText,
  is_premium: z.boolean(),
  featured: z.boolean(),
  enabled: z.boolean(),
  duration: z.int().nonnegative(),
  audio_url: z.literal('').or(stored('audio')),
  image_url: stored('images').nullable(),
  focus: audioContentSchema.shape.focus,
  /** As its field holds it, by the admin's own clock. */
  publish_at: z.string().transform(fromLocalField),
  unpublish_at: z.string().transform(fromLocalField),
});

const checkedFormSchema = trackFormSchema
  .refine(({ enabled, audio_url }) => !enabled || audio_url !== '', {
    path: ['enabled'],
    message: 'Without a recording the track stays off. Upload one first.',
  })
  .refine(({ audio_url, duration }) => audio_url === '' || duration > 0, {
    path: ['duration'],
    message: 'How long the recording is, in whole seconds',
  })
  .refine(
    ({ publish_at, unpublish_at }) => !publish_at || !unpublish_at || publish_at < unpublish_at,
    {
      path: ['unpublish_at'],
      message: 'It has to be later than when it goes on',
    },
  )
  // What is on needs no plan to go on; what is off none to go off, unless it goes on before.
  .transform((values) => ({
    ...values,
    publish_at: values.enabled ? null : values.publish_at,
    unpublish_at: values.enabled || values.publish_at ? values.unpublish_at : null,
  }));

export type TrackValues = z.output<typeof checkedFormSchema>;
/** As typed: texts are never null. */
export type TrackDraft = z.input<typeof checkedFormSchema>;
export type TrackErrors = { [Field in keyof TrackDraft]?: string };

export function draftOf(track: AudioContent): TrackDraft {
  const { description, transcript, credits, ...rest } = track;
  return {
    title: rest.title,
    category: rest.category,
    kind: rest.kind,
    is_premium: rest.is_premium,
    featured: rest.featured,
    enabled: rest.enabled,
    duration: rest.duration,
    audio_url: rest.audio_url,
    image_url: rest.image_url,
    focus: rest.focus,
    description: description ?? '',
    transcript: transcript ?? '',
    transcript_timings: rest.transcript_timings,
    chapters: rest.chapters,
    credits: credits ?? '',
    publish_at: toLocalField(rest.publish_at),
    unpublish_at: toLocalField(rest.unpublish_at),
  };
}

/** Where a new track begins: off, and without a recording. */
export const NEW_TRACK: TrackDraft = {
  title: '',
  category: 'PREGNANCY',
  kind: 'meditation',
  is_premium: false,
  featured: false,
  enabled: false,
  duration: 0,
  audio_url: '',
  image_url: null,
  focus: null,
  description: '',
  transcript: '',
  transcript_timings: null,
  chapters: null,
  credits: '',
  publish_at: '',
  unpublish_at: '',
};

/** The values to save, or one message for each field that is wrong. */
export function readTrackForm(draft: TrackDraft): { value?: TrackValues; errors: TrackErrors } {
  const result = checkedFormSchema.safeParse(draft);
  if (result.success) return { value: result.data, errors: {} };
  const all = Object.entries(z.flattenError(result.error).fieldErrors);
  return { errors: Object.fromEntries(all.map(([field, messages]) => [field, messages?.[0]])) };
}
