import { Cover } from './cover.tsx';
import dawn from './stage-art/dawn.svg';
import dawnByNight from './stage-art/dawn-by-night.svg';
import day from './stage-art/day.svg';
import dayByNight from './stage-art/day-by-night.svg';
import night from './stage-art/night.svg';
import nightByNight from './stage-art/night-by-night.svg';

/** Pictures of a dawn, a day and a night. */
const ART = {
  pregnancy: { src: dawn, byNight: dawnByNight },
  birthing: { src: day, byNight: dayByNight },
  postbirth: { src: night, byNight: nightByNight },
} as const;

/** The picture of a stage, wherever users choose a stage. Does not depend on the library. */
export function StageArt({ stage, lazy = true }: { stage: keyof typeof ART; lazy?: boolean }) {
  return <Cover {...ART[stage]} lazy={lazy} />;
}
