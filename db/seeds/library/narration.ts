import { getScript, getStem, type Manifest, type Sentence, type Stem } from './manifest.ts';

/** A stem or silence in a track. */
export interface Part {
  stem: Stem | null;
  frames: number;
}

export function partsOf(manifest: Manifest, slug: string): Part[] {
  return getScript(manifest, slug).parts.map((part) => {
    if (typeof part === 'number') return { stem: null, frames: part };
    const stem = getStem(manifest, part);
    return { stem, frames: stem.frames };
  });
}

/** The sentences with their times in the track. */
export function cuesOf(manifest: Manifest, slug: string): Sentence[] {
  const frameSeconds = manifest.format.samplesPerFrame / manifest.format.sampleRate;
  const cues: Sentence[] = [];
  let frames = 0;
  for (const part of partsOf(manifest, slug)) {
    const from = frames * frameSeconds;
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
  const paragraphs = getScript(manifest, slug).sections.map(({ stem, reference }) => {
    const { sentences = [] } = getStem(manifest, stem);
    const text = sentences.map((sentence) => sentence.text).join(' ');
    return reference === null ? text : `${text} (${reference})`;
  });
  return paragraphs.join('\n\n');
}
