import { z } from 'zod';
import { isStoredAddress } from '#contract/constants/stored-names.ts';
import { AUDIO_KINDS } from '#contract/constants/tracks/tracks.ts';
import { type AudioContent, audioContent } from '#contract/rows/audio-content.ts';
import {
  audioContentSchema,
  chaptersSchema,
  transcriptTimingsSchema,
} from '#contract/rows/audio-content-schema.ts';
import { fromLocalField, toLocalField } from '#renderer/features/admin/shared/local-field.ts';
import { pick } from '#renderer/features/admin/shared/pick.ts';

const optionalText = z
  .string()
  .trim()
  .transform((text) => text || null);

const stored = (bucket: 'audio' | 'images') =>
  z
    .string()
    .refine(
      (text) => isStoredAddress(bucket, text),
      'This file is hosted elsewhere. Upload it instead.',
    );

/** The row's schema, reduced to the editor's fields and with error messages. */
const trackFieldsSchema = audioContentSchema.pick({ category: true }).extend({
  kind: z.enum(AUDIO_KINDS),
  title: z.string().trim().min(1, 'The track needs a title').max(audioContent.columns.title.max),
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
  /** A `datetime-local` value in the admin's time zone. */
  publish_at: z.string().transform(fromLocalField),
  unpublish_at: z.string().transform(fromLocalField),
});

export const trackFormSchema = trackFieldsSchema
  .refine(({ enabled, audio_url }) => !enabled || audio_url !== '', {
    path: ['enabled'],
    message: 'Without a recording the track stays off. Upload one first.',
  })
  .refine(({ audio_url, duration }) => audio_url === '' || duration > 0, {
    path: ['duration'],
    message: 'The recording has no duration. Upload it again.',
  })
  .refine(
    ({ publish_at, unpublish_at }) => !publish_at || !unpublish_at || publish_at < unpublish_at,
    {
      path: ['unpublish_at'],
      message: 'This has to be later than the time of publication',
    },
  )
  // Clears times without effect: when to publish a track that is enabled, and when to unpublish one
  // that neither is enabled nor will be.
  .transform((values) => ({
    ...values,
    publish_at: values.enabled ? null : values.publish_at,
    unpublish_at: values.enabled || values.publish_at ? values.unpublish_at : null,
  }));

export type TrackFormValues = z.output<typeof trackFormSchema>;
/** The values as typed; empty texts are '', not null. */
export type TrackDraft = z.input<typeof trackFormSchema>;

/** Fields that are saved and merged together. */
export const TRACK_PARTS = [
  ['image_url', 'focus'],
  ['audio_url', 'duration'],
  ['transcript', 'transcript_timings'],
  ['enabled', 'publish_at', 'unpublish_at'],
] as const satisfies readonly (readonly (keyof TrackDraft)[])[];

export function draftOf(track: AudioContent): TrackDraft {
  const { description, transcript, credits, publish_at, unpublish_at } = track;
  return {
    ...pick(track, trackFieldsSchema.keyof().options),
    description: description ?? '',
    transcript: transcript ?? '',
    credits: credits ?? '',
    publish_at: toLocalField(publish_at),
    unpublish_at: toLocalField(unpublish_at),
  };
}

/** A new track starts disabled and without a recording. */
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
