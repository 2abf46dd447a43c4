import type { Scene } from './onboarding-scene.tsx';

interface OnboardingSlide {
  title: string;
  description: string;
  /** The drawing that belongs to the text. */
  scene: Scene;
}

/** The three slides of /onboarding. */
export function onboardingSlides(name: string): readonly [OnboardingSlide, ...OnboardingSlide[]] {
  return [
    {
      title: `Welcome to ${name}`,
      description:
        'A spiritual companion through pregnancy, birth and the first weeks with your child. It is quiet, it is yours, and it is there at every hour.',
      scene: 'dawn',
    },
    {
      title: 'Daily scripture and prayer',
      description:
        'A psalm for the morning, a prayer before sleep, steady words for labour. Each one is short enough for the time you have.',
      scene: 'day',
    },
    {
      title: 'You are not alone in this',
      description:
        'Faith-based community support: mothers who pray for one another, and people who answer when you write to us.',
      scene: 'night',
    },
  ];
}
