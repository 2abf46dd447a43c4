import { Cover } from './cover.tsx';
import dawn from './stage-art/dawn.svg';
import dawnByNight from './stage-art/dawn-by-night.svg';
import day from './stage-art/day.svg';
import dayByNight from './stage-art/day-by-night.svg';
import night from './stage-art/night.svg';
import nightByNight from './stage-art/night-by-night.svg';

/** Pictures of a dawn, a day and a night. `cover` is the cover whose background colour they have. */
const ART = {
  pregnancy: { cover: '07', src: dawn, byNight: dawnByNight },
  birthing: { cover: '04', src: day, byNight: dayByNight },
  postbirth: { cover: '08', src: night, byNight: nightByNight },
} as const;
type StageWithArt = keyof typeof ART;

export const coverOfStage = (stage: StageWithArt) => ART[stage].cover;

/** The picture of a stage, wherever users choose a stage. Does not depend on the library. */
export function StageArt({ stage, lazy = true }: { stage: StageWithArt; lazy?: boolean }) {
  const { src, byNight } = ART[stage];
  return <Cover src={src} byNight={byNight} lazy={lazy} />;
}
