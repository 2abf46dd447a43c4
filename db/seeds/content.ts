import type { AudioContent, TranscriptTimings } from '#contract/rows/audio-content.ts';
import { SAMPLE_NOTICE } from './library/assemble.ts';
import type { Manifest } from './library/manifest.ts';
import { cuesOf, narrationOf } from './library/narration.ts';

export interface CatalogueTrack {
  id: number;
  slug: string;
  title: string;
  description: string;
  category: AudioContent['category'];
  kind: AudioContent['kind'];
  durationSeconds: number;
  isPremium: boolean;
  featured: boolean;
  position: number;
  /** file name in library/covers */
  cover: string;
  /** background colour of the cover; light text on it has a contrast of at least 4.5:1 */
  ground: string;
  loudnessLufs: number;
  /** file name of a finished recording; null for a track assembled from stems */
  recording: string | null;
  credits: string;
}

type Meditation = Pick<
  CatalogueTrack,
  | 'slug'
  | 'title'
  | 'description'
  | 'category'
  | 'kind'
  | 'durationSeconds'
  | 'ground'
  | 'loudnessLufs'
> & { isPremium?: true };

const MEDITATIONS: readonly Meditation[] = [
  {
    slug: 'morning-prayer-meditation',
    title: 'Morning Prayer & Meditation',
    description:
      'A slow beginning to the day: breath, mercy that is new each morning, and a prayer for the child you carry.',
    category: 'PREGNANCY',
    kind: 'meditation',
    durationSeconds: 900,
    ground: '#67544A',
    loudnessLufs: -15.7,
  },
  {
    slug: 'peaceful-birth-affirmations',
    title: 'Peaceful Birth Affirmations',
    description:
      'Short, true sentences for before the birth or the middle of it, each with room to say it yourself.',
    category: 'BIRTHING',
    kind: 'affirmation',
    durationSeconds: 1200,
    ground: '#535A43',
    loudnessLufs: -15.9,
  },
  {
    slug: 'evening-scripture-meditation',
    title: 'Evening Scripture Meditation',
    description:
      'Lay the day down piece by piece. Someone who never sleeps keeps watch over you and your child.',
    category: 'PREGNANCY',
    kind: 'scripture',
    durationSeconds: 600,
    ground: '#3B3236',
    loudnessLufs: -15.8,
  },
  {
    slug: 'pregnancy-psalms',
    title: 'Pregnancy Psalms',
    description: 'A slow walk through seven psalms, with long rests of music between them.',
    category: 'PREGNANCY',
    kind: 'scripture',
    durationSeconds: 1500,
    isPremium: true,
    ground: '#7D5751',
    loudnessLufs: -16.2,
  },
  {
    slug: 'labor-preparation-prayer',
    title: 'Labor Preparation Prayer',
    description:
      'A prayer to know well before labour begins, with one short breathing prayer that returns again and again.',
    category: 'BIRTHING',
    kind: 'meditation',
    durationSeconds: 1800,
    ground: '#4A3B34',
    loudnessLufs: -16.2,
  },
  {
    slug: 'healing-scripture-meditation',
    title: 'Healing Scripture Meditation',
    description:
      'For the weeks after birth, whatever it was like: rest, honesty, and a God who is not in a hurry.',
    category: 'POSTBIRTH',
    kind: 'scripture',
    durationSeconds: 900,
    ground: '#55655C',
    loudnessLufs: -16.1,
  },
  {
    slug: 'mothers-blessing-meditation',
    title: "Mother's Blessing Meditation",
    description: 'A blessing for your hands, your tired eyes and your child. You only receive it.',
    category: 'POSTBIRTH',
    kind: 'meditation',
    durationSeconds: 1200,
    isPremium: true,
    ground: '#7A5A54',
    loudnessLufs: -16.2,
  },
  {
    slug: 'peaceful-sleep-scripture',
    title: 'Peaceful Sleep Scripture',
    description: 'Few words, a slow voice and cradle music, for whatever hours of sleep there are.',
    category: 'POSTBIRTH',
    kind: 'scripture',
    durationSeconds: 900,
    ground: '#262D45',
    loudnessLufs: -16,
  },
  {
    slug: 'faith-building-meditation',
    title: 'Faith Building Meditation',
    description:
      'Faith as leaning, not as feeling sure: a seed, a river, two midwives and an honest prayer.',
    category: 'BIRTHING',
    kind: 'meditation',
    durationSeconds: 1500,
    isPremium: true,
    ground: '#343B48',
    loudnessLufs: -16.3,
  },
  {
    slug: 'gratitude-prayer',
    title: 'Gratitude Prayer',
    description: 'Thanks without pretending, for a body, a child and the hands that helped.',
    category: 'POSTBIRTH',
    kind: 'meditation',
    durationSeconds: 600,
    ground: '#6E532B',
    loudnessLufs: -15.9,
  },
];

/** In the order of their ids. */
export const catalogue: readonly CatalogueTrack[] = [
  ...MEDITATIONS.map((meditation, index) => ({
    ...meditation,
    id: index + 1,
    isPremium: meditation.isPremium ?? false,
    featured: false,
    position: index + 1,
    cover: `${String(index + 1).padStart(2, '0')}-${meditation.slug}.svg`,
    recording: null,
    credits: SAMPLE_NOTICE,
  })),
  {
    id: 11,
    position: 11,
    slug: 'new-britain',
    title: 'Amazing Grace',
    description:
      'Three quiet verses of an old hymn tune, for piano, strings and harp. It needs no words.',
    category: 'BIRTHING',
    kind: 'music',
    durationSeconds: 179,
    isPremium: false,
    featured: true,
    cover: 'featured-new-britain.svg',
    ground: '#54443A',
    loudnessLufs: -16,
    recording: 'featured-new-britain.mp3',
    credits: 'Sample recording; replace with your own.',
  },
];

/** Text of the track page: the narration, or a note for music without speech. */
export function transcriptOf(track: CatalogueTrack, manifest: Manifest): string {
  if (track.recording === null) return narrationOf(manifest, track.slug);
  return 'Music without words: three verses of Amazing Grace.';
}

/** Times of the narration's sentences; null for music. */
export function timingsOf(track: CatalogueTrack, manifest: Manifest): TranscriptTimings | null {
  if (track.recording !== null) return null;
  return cuesOf(manifest, track.slug).map(({ start, end }) => ({ start, end }));
}
