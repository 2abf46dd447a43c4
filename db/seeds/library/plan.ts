import { getScript, getStem, type Manifest, type Section, type Stem } from './manifest.ts';

export interface Cue {
  start: number;
  end: number;
  section: string;
  text: string;
}

export interface TrackPlan {
  stems: readonly Stem[];
  frames: number;
  cues: readonly Cue[];
}

const frameSeconds = ({ format }: Manifest) => format.samplesPerFrame / format.sampleRate;
const framesOf = (stems: readonly Stem[]) => stems.reduce((sum, stem) => sum + stem.frames, 0);

/**
 * Lays a track out to the exact frame: a beginning, then each section followed by quiet and
 * music, then an end. The first words come at once, so that she knows it is the right track.
 */
export function planTrack(manifest: Manifest, slug: string, seconds: number): TrackPlan {
  const { sections, music, pause } = getScript(manifest, slug);
  const [intro, outro] = [getStem(manifest, 'intro'), getStem(manifest, 'outro')];
  const spoken = sections.map((section) => withPauses(manifest, section, pause));
  const target = Math.round(seconds / frameSeconds(manifest));
  const room = target - framesOf([intro, ...spoken.flat(), outro]);
  const rests = planRests(manifest, music, room, sections.length);
  const stems = [
    intro,
    ...spoken.flatMap((section, index) => [...section, ...(rests[index] ?? [])]),
    outro,
  ];
  const frames = framesOf(stems);
  if (frames !== target) throw new Error(`${slug}: ${frames} frames instead of ${target}`);
  return { stems, frames, cues: findCues(manifest, stems, sections) };
}

function withPauses(manifest: Manifest, section: Section, pause: string): Stem[] {
  const gap = getStem(manifest, pause);
  return section.stems.flatMap((name, index) => {
    const stem = getStem(manifest, name);
    return index === 0 ? [stem] : [gap, stem];
  });
}

/** Quiet and then tunes after every section; as many tunes as fit, in turn, spread evenly. */
function planRests(
  manifest: Manifest,
  music: readonly string[],
  room: number,
  count: number,
): Stem[][] {
  const pads = Object.values(manifest.stems)
    .filter((stem) => stem.name.startsWith('pad-'))
    .toSorted((a, b) => b.frames - a.frames);
  const shortest = pads.at(-1)?.frames ?? 0;
  const quiet = count * 2 * shortest;
  if (room < quiet) throw new Error('The narration is too long for this track');
  const tunes: Stem[] = [];
  let left = room;
  for (const tune of inTurn(music.map((name) => getStem(manifest, name)))) {
    if (left - tune.frames < quiet) break;
    tunes.push(tune);
    left -= tune.frames;
  }
  return Array.from({ length: count }, (_, index) => {
    const { gridFrames } = manifest.format;
    const share = Math.round(left / (count - index) / gridFrames) * gridFrames;
    left -= share;
    const from = Math.floor((tunes.length * index) / count);
    const to = Math.floor((tunes.length * (index + 1)) / count);
    return [...fillWithPads(pads, share, shortest), ...tunes.slice(from, to)];
  });
}

function* inTurn<Item>(items: readonly Item[]): Generator<Item> {
  while (items.length > 0) yield* items;
}

function fillWithPads(pads: readonly Stem[], frames: number, shortest: number): Stem[] {
  const chosen: Stem[] = [];
  let left = frames;
  while (left > 0) {
    const rest = left;
    const pad = pads.find((one) => one.frames === rest || rest - one.frames >= shortest);
    if (!pad) throw new Error(`${frames} frames cannot be filled with pads`);
    chosen.push(pad);
    left -= pad.frames;
  }
  return chosen;
}

function findCues(manifest: Manifest, stems: readonly Stem[], sections: readonly Section[]): Cue[] {
  const sectionOf = new Map(
    sections.flatMap((section) => section.stems.map((name) => [name, section.name] as const)),
  );
  const milliseconds = (seconds: number) => Math.round(seconds * 1000) / 1000;
  const cues: Cue[] = [];
  let frames = 0;
  for (const { name, text, spoken, frames: length } of stems) {
    const section = sectionOf.get(name);
    if (section !== undefined && text !== undefined && spoken !== undefined) {
      const start = frames * frameSeconds(manifest) + manifest.format.voiceLeadSeconds;
      const [from, to] = [milliseconds(start), milliseconds(start + spoken)];
      cues.push({ start: from, end: to, section, text });
    }
    frames += length;
  }
  return cues;
}
