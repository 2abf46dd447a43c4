/** Stages of a track, in chronological order. */
export const AUDIO_CATEGORIES = ['PREGNANCY', 'BIRTHING', 'POSTBIRTH'] as const;
export type AudioCategory = (typeof AUDIO_CATEGORIES)[number];

export const AUDIO_KINDS = ['meditation', 'music', 'affirmation', 'scripture'] as const;
export type AudioKind = (typeof AUDIO_KINDS)[number];
