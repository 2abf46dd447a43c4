import { AUDIO_CATEGORIES } from '#contract/constants/tracks/tracks.ts';

/** Values of `data-stage`, which sets the colours (styles/tokens.css). */
export type Stage = 'all' | 'pregnancy' | 'birthing' | 'postbirth';

const WORDS: Record<Stage, string> = {
  all: 'All',
  pregnancy: 'Pregnancy',
  birthing: 'Birthing',
  postbirth: 'Postbirth',
};

/** 'PREGNANCY' as in the library → the value of `data-stage`. */
export function stageOf(category: string): Stage {
  const stage = category.toLowerCase();
  return isStage(stage) ? stage : 'all';
}

const isStage = (word: string): word is Stage => word in WORDS;

/** 'pregnancy' → 'Pregnancy'. */
export const wordOf = (stage: Stage): string => WORDS[stage];

/** The stages of a track, for a select. */
export const STAGE_CHOICES = AUDIO_CATEGORIES.map((value) => ({
  value,
  label: wordOf(stageOf(value)),
}));

/** A colour is never the only sign: a stage is a dot and its word. */
export function StageMark({ stage }: { stage: Stage }) {
  return (
    <span className="stage" data-stage={stage}>
      {WORDS[stage]}
    </span>
  );
}
