export interface CoverArt {
  file: string;
  title: string;
  /** top, middle, horizon */
  sky: readonly [string, string, string];
  /** far, near; the near one is the ground that the player stands on */
  land: readonly [string, string];
  light: string;
  /** The whitest white of the picture; white unless told otherwise. */
  white?: string;
  /** How strong the glow around the light is, next to that of the day. */
  glow?: number;
  sun: { x: number; y: number; radius: number; fade?: number };
  hills: number;
  horizon?: number;
  motifs: Motifs;
}

interface Motifs {
  rays?: number;
  birds?: number;
  rings?: boolean;
  water?: { from: 'left' | 'right'; leaf?: boolean };
  stars?: number;
  star?: { x: number; y: number; radius: number };
  moon?: boolean;
  branch?: 'dusk' | 'olive';
  course?: 'river' | 'path';
  /** peaks as shares of the picture: x, top, half width, nearness */
  mountains?: readonly (readonly [number, number, number, number])[];
  snow?: boolean;
  wreath?: boolean;
  child?: boolean;
  wheat?: boolean;
  field?: boolean;
}

/** One light on or above one horizon, and one motif for each title, never two. */
export const COVER_ART: readonly CoverArt[] = [
  {
    file: '01-morning-prayer-meditation',
    title: 'Morning Prayer & Meditation',
    sky: ['#BFA896', '#E8C9AA', '#FBE6C6'],
    land: ['#DDBFA1', '#67544A'],
    light: '#FFF6E2',
    sun: { x: 0.5, y: 0.51, radius: 64 },
    hills: 6,
    motifs: { rays: 0.15, birds: 3 },
  },
  {
    file: '02-peaceful-birth-affirmations',
    title: 'Peaceful Birth Affirmations',
    sky: ['#9DA489', '#D0CCAF', '#F5EACF'],
    land: ['#C2BF9F', '#535A43'],
    light: '#FFFBEA',
    sun: { x: 0.54, y: 0.4, radius: 78 },
    hills: 3,
    motifs: { rings: true, water: { from: 'left' } },
  },
  {
    file: '03-evening-scripture-meditation',
    title: 'Evening Scripture Meditation',
    sky: ['#5D5568', '#A98079', '#EDBE8E'],
    land: ['#B38A78', '#3B3236'],
    light: '#FFE3B8',
    sun: { x: 0.38, y: 0.555, radius: 58 },
    hills: 5,
    motifs: { stars: 18, branch: 'dusk' },
  },
  {
    file: '04-pregnancy-psalms',
    title: 'Pregnancy Psalms',
    sky: ['#BF9E98', '#E5C1B4', '#F9E4D4'],
    land: ['#D9B3A7', '#7D5751'],
    light: '#FFF3EA',
    sun: { x: 0.62, y: 0.43, radius: 66 },
    hills: 5,
    motifs: { course: 'river', branch: 'olive' },
  },
  {
    file: '05-labor-preparation-prayer',
    title: 'Labor Preparation Prayer',
    sky: ['#85746A', '#C6A48B', '#F5D3A6'],
    land: ['#C09C82', '#4A3B34'],
    light: '#FFF0CF',
    sun: { x: 0.5, y: 0.47, radius: 48 },
    hills: 4,
    motifs: {
      rays: 0.12,
      course: 'path',
      mountains: [
        [0.2, 0.36, 0.4, 0.1],
        [0.82, 0.33, 0.42, 0.2],
      ],
    },
  },
  {
    file: '06-healing-scripture-meditation',
    title: 'Healing Scripture Meditation',
    sky: ['#9CAAA3', '#D0D2C1', '#F4E9D5'],
    land: ['#B4BCAA', '#55655C'],
    light: '#FFFDF1',
    sun: { x: 0.5, y: 0.37, radius: 62 },
    hills: 3,
    motifs: { water: { from: 'right', leaf: true } },
  },
  {
    file: '07-mothers-blessing-meditation',
    title: "Mother's Blessing Meditation",
    sky: ['#B3928B', '#E2BDAE', '#FAE2CE'],
    land: ['#DDB6A6', '#7A5A54'],
    light: '#FFF5EA',
    sun: { x: 0.5, y: 0.45, radius: 104, fade: 0.95 },
    hills: 4,
    horizon: 0.66,
    motifs: { wreath: true, child: true },
  },
  {
    file: '08-peaceful-sleep-scripture',
    title: 'Peaceful Sleep Scripture',
    sky: ['#20283F', '#414B68', '#8F8A9E'],
    land: ['#5F6681', '#191F31'],
    light: '#FBF3DC',
    sun: { x: 0.64, y: 0.27, radius: 48 },
    hills: 4,
    motifs: { moon: true, stars: 46, water: { from: 'left' } },
  },
  {
    file: '09-faith-building-meditation',
    title: 'Faith Building Meditation',
    sky: ['#4D5A72', '#9A9298', '#EFCBA0'],
    land: ['#A0918A', '#343B48'],
    light: '#FFEFD0',
    sun: { x: 0.34, y: 0.5, radius: 46 },
    hills: 5,
    motifs: {
      stars: 16,
      star: { x: 150, y: 118, radius: 24 },
      snow: true,
      mountains: [
        [0.3, 0.45, 0.34, 0.05],
        [0.72, 0.27, 0.52, 0.3],
      ],
    },
  },
  {
    file: '10-gratitude-prayer',
    title: 'Gratitude Prayer',
    sky: ['#BC9464', '#E8C48D', '#FCEAC4'],
    land: ['#DDB886', '#6E532B'],
    light: '#FFF8DF',
    sun: { x: 0.5, y: 0.46, radius: 82 },
    hills: 4,
    motifs: { wheat: true, birds: 2 },
  },
  {
    file: 'featured-new-britain',
    title: 'New Britain',
    sky: ['#8F7A70', '#D9AF90', '#FBE0B4'],
    land: ['#CFA684', '#54443A'],
    light: '#FFF4DA',
    sun: { x: 0.5, y: 0.5, radius: 88 },
    hills: 1,
    horizon: 0.54,
    motifs: { field: true },
  },
];
