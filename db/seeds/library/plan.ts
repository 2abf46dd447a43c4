import {
  getScript,
  getStem,
  type Manifest,
  type Section,
  type Sentence,
  type Stem,
  sentencesOf,
} from './manifest.ts';

/** A stem or silence in a track. */
export interface Part {
  stem: Stem | null;
  frames: number;
}

export interface TrackPlan {
  parts: readonly Part[];
  frames: number;
  /** sentences with their times in the track */
  cues: readonly Sentence[];
}

const QUIET_PIECES = ['still-1', 'still-2', 'still-3', 'still-4', 'still-5', 'still-6'];
/** Arrangements in playing order: each tune is played in both before it repeats. */
const ARRANGEMENTS = ['verse', 'hymn', 'hymn', 'verse'];

// Intended silence in seconds; scaled to reach the exact length of a track.
const AFTER_SPEECH = 4;
const AFTER_PRAYER = 11;
const AFTER_MUSIC = 2.5;

const frameSeconds = ({ format }: Manifest) => format.samplesPerFrame / format.sampleRate;
const framesOf = (parts: readonly { frames: number }[]) =>
  parts.reduce((sum, { frames }) => sum + frames, 0);

/**
 * Plans a track to the exact frame: its tune, each section followed by silence and music, the prayer by a longer
 * silence, and the whole tune at the end. Speech starts within seconds, so that users recognise the track.
 */
export function planTrack(manifest: Manifest, slug: string, seconds: number): TrackPlan {
  const { sections, music } = getScript(manifest, slug);
  const [theme, ...others] = music;
  const opening = getStem(manifest, `open-${theme}`);
  const ending = getStem(manifest, `hymn-${theme}`);
  const spoken = sections.map((section) => getStem(manifest, section.stem));
  const target = Math.round(seconds / frameSeconds(manifest));
  const remaining = target - framesOf([opening, ...spoken, ending]);
  const interludes = chooseMusic(manifest, sections, others, remaining);
  const silenceFrames = remaining - framesOf(interludes.flat());
  if (silenceFrames <= 0) throw new Error(`${slug}: the narration is too long for this track`);

  const gaps = interludes.map((music, index) => [
    isPrayer(sections[index]) ? AFTER_PRAYER : AFTER_SPEECH,
    ...music.map(() => AFTER_MUSIC),
  ]);
  const silences = distribute(silenceFrames, gaps.flat()).values();
  const silence = (): Part => ({ stem: null, frames: silences.next().value ?? 0 });
  const play = (stem: Stem): Part => ({ stem, frames: stem.frames });
  const parts = [
    play(opening),
    ...spoken.flatMap((section, index) => [
      play(section),
      silence(),
      ...(interludes[index] ?? []).flatMap((stem) => [play(stem), silence()]),
    ]),
    play(ending),
  ];
  return { parts, frames: framesOf(parts), cues: findCues(manifest, parts) };
}

const isPrayer = (section: Section | undefined) => section?.name === 'prayer';

/** Alternates quiet pieces and tunes; each section gets its share of the time, which the last one never exceeds. */
function chooseMusic(
  manifest: Manifest,
  sections: readonly Section[],
  tunes: readonly string[],
  room: number,
): Stem[][] {
  const toFrames = (seconds: number) => Math.round(seconds / frameSeconds(manifest));
  const pieces = piecesInTurn(manifest, tunes, sections.length);
  let used = 0;
  let next = pieces.next().value;
  return sections.map((section, index) => {
    const isLast = index === sections.length - 1;
    const interlude: Stem[] = [];
    used += toFrames(isPrayer(section) ? AFTER_PRAYER : AFTER_SPEECH);
    const share = (room * (index + 1)) / sections.length;
    while (next && used + (isLast ? next.frames : next.frames / 2) <= share) {
      interlude.push(next);
      used += next.frames + toFrames(AFTER_MUSIC);
      next = pieces.next().value;
    }
    return interlude;
  });
}

function* piecesInTurn(
  manifest: Manifest,
  tunes: readonly string[],
  first: number,
): Generator<Stem, undefined> {
  for (let turn = 0; tunes.length > 0; turn++) {
    yield getStem(manifest, itemInTurn(QUIET_PIECES, first + turn));
    yield getStem(manifest, `${itemInTurn(ARRANGEMENTS, turn)}-${itemInTurn(tunes, turn)}`);
  }
}

function itemInTurn(items: readonly string[], turn: number): string {
  return items[turn % items.length] ?? '';
}

/** Distributes whole frames in proportion to the weights. */
function distribute(frames: number, weights: readonly number[]): number[] {
  let weightLeft = weights.reduce((sum, weight) => sum + weight, 0);
  let framesLeft = frames;
  return weights.map((weight) => {
    const share = Math.round((framesLeft * weight) / weightLeft);
    framesLeft -= share;
    weightLeft -= weight;
    return share;
  });
}

function findCues(manifest: Manifest, parts: readonly Part[]): Sentence[] {
  const cues: Sentence[] = [];
  let frames = 0;
  for (const part of parts) {
    const from = frames * frameSeconds(manifest);
    for (const { text, start, end } of part.stem?.sentences ?? []) {
      cues.push({ text, start: milliseconds(from + start), end: milliseconds(from + end) });
    }
    frames += part.frames;
  }
  return cues;
}

const milliseconds = (seconds: number) => Math.round(seconds * 1000) / 1000;

/** The narration of a track: one paragraph per section. */
export function narrationOf(manifest: Manifest, slug: string): string {
  const paragraphs = getScript(manifest, slug).sections.map((section) => {
    const text = sentencesOf(manifest, section)
      .map((sentence) => sentence.text)
      .join(' ');
    return section.reference === null ? text : `${text} (${section.reference})`;
  });
  return paragraphs.join('\n\n');
}
