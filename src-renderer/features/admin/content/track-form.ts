import { z } from 'zod';
import { type AudioContent, audioContentInsertSchema } from '#contract/audio-content.ts';

// The content policy forbids the code that zod would otherwise generate.
z.config({ jitless: true });

const optionalText = z
  .string()
  .trim()
  .transform((text) => text || null);

const address = z
  .string()
  .refine(
    (text) => text.startsWith('/') || /^https:\/\/\S+$/.test(text),
    'An address starts with https://',
  );

/** The contract's own row, narrowed to what the editor holds and with words for what is wrong. */
const trackFormSchema = audioContentInsertSchema.pick({ category: true, kind: true }).extend({
  title: z.string().trim().min(1, 'The track needs a title').max(200, 'At most 200 characters'),
  description: optionalText,
  transcript: optionalText,
  credits: optionalText,
  is_premium: z.boolean(),
  featured: z.boolean(),
  enabled: z.boolean(),
  duration: z.int().positive('How long the recording is, in whole seconds'),
  audio_url: address.refine((text) => text !== '', 'The track needs a recording'),
  image_url: address.nullable(),
});

export type TrackValues = z.output<typeof trackFormSchema>;
/** As typed: texts are never null. */
export type TrackDraft = z.input<typeof trackFormSchema>;
type TrackErrors = { [Field in keyof TrackDraft]?: string };

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
    description: description ?? '',
    transcript: transcript ?? '',
    credits: credits ?? '',
  };
}

/** The values to save, or one message for each field that is wrong. */
export function readTrackForm(draft: TrackDraft): { value?: TrackValues; errors: TrackErrors } {
  const result = trackFormSchema.safeParse(draft);
  if (result.success) return { value: result.data, errors: {} };
  const all = Object.entries(z.flattenError(result.error).fieldErrors);
  return { errors: Object.fromEntries(all.map(([field, messages]) => [field, messages?.[0]])) };
}
