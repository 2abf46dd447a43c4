import { AUDIO_CATEGORIES, AUDIO_KINDS } from '../constants/tracks/tracks.ts';
import { column, defineTable, listedColumns, type RowOf } from './define-table.ts';

/**
 * Start of each sentence of the transcript in seconds, in the order of `readTranscript`. Without an end a
 * sentence lasts until the next. If the counts differ, the timings belong to an older transcript and pages
 * ignore them.
 */
export type TranscriptTimings = { start: number; end?: number | undefined }[];

/** Chapters of a recording in order; null if it has none. */
type Chapters = { start: number; title: string }[];

export const audioContent = defineTable('audio_content', {
  area: 'content',
  primaryKey: ['id'],
  updatedAtColumn: 'updated_at',
  isLogged: true,
  columns: {
    id: column.identity(),
    title: column.text({ max: 500 }),
    description: column.text({ nullable: true, max: 20_000 }),
    category: column.oneOf(AUDIO_CATEGORIES),
    /** Whole seconds. */
    duration: column.integer(),
    /** A stored file. Empty without a recording; such a track cannot be enabled. */
    audio_url: column.text({ isAddress: true, max: 2_000 }),
    enabled: column.boolean({ default: true }),
    /** A stored file of this server. */
    image_url: column.text({ nullable: true, isAddress: true, max: 2_000 }),
    kind: column.oneOf(AUDIO_KINDS, { default: 'meditation' }),
    is_premium: column.boolean({ default: false }),
    featured: column.boolean({ default: false }),
    position: column.integer({ default: 0 }),
    transcript: column.text({ nullable: true, max: 200_000, isUnlisted: true }),
    transcript_timings: column.nullableJson<TranscriptTimings>({ max: 400_000, isUnlisted: true }),
    chapters: column.nullableJson<Chapters>({ max: 20_000, isUnlisted: true }),
    loudness_lufs: column.real({ nullable: true }),
    /** The cover's background colour as `#rrggbb`, shown while it loads. */
    ground: column.text({ nullable: true, max: 200 }),
    /** Focal point of the cover when it is cropped; null: each page's default. */
    focus: column.text({ nullable: true, max: 9 }),
    credits: column.text({ nullable: true, max: 20_000 }),
    /**
     * When the server sets and when it clears `enabled`. Null: not planned, or done. Publishing waits
     * until there is a recording.
     */
    publish_at: column.timestamp({ nullable: true }),
    unpublish_at: column.timestamp({ nullable: true }),
    created_at: column.now(),
    updated_at: column.now(),
  },
});
export type AudioContent = RowOf<typeof audioContent>;

/** Columns of a track in a list (`ListedTrack`). */
export const LISTED_COLUMNS = listedColumns(audioContent);
