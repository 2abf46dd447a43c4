import { AUDIO_CATEGORIES } from '#contract/constants/tracks/tracks.ts';

/** Values of `data-stage`, which sets the colours (styles/tokens.css). */
export type Stage = 'all' | 'pregnancy' | 'birthing' | 'postbirth';

const LABELS: Record<Stage, string> = {
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

const isStage = (word: string): word is Stage => word in LABELS;

/** 'pregnancy' → 'Pregnancy'. */
export const stageLabel = (stage: Stage): string => LABELS[stage];

/** Options of a select for the stage of a track. */
export const STAGE_CHOICES = AUDIO_CATEGORIES.map((value) => ({
  value,
  label: stageLabel(stageOf(value)),
}));

/** Chips that filter by stage. */
export const STAGE_CHIPS = (['ALL', ...AUDIO_CATEGORIES] as const).map((value) => ({
  value,
  label: value,
  stage: stageOf(value),
}));

/** A coloured dot and the name of the stage, because colour alone is not accessible. */
export function StageMark({ stage }: { stage: Stage }) {
  return (
    <span className="stage" data-stage={stage}>
      {LABELS[stage]}
    </span>
  );
}
