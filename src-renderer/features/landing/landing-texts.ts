import {
  BookOpen,
  HandHeart,
  Headphones,
  type LucideIcon,
  Music,
  ShieldCheck,
  Users,
} from 'lucide-react';
import type { Stage } from '#renderer/track-parts/stage-mark.tsx';

/** Icon and colour of each feature by position; repeated when there are more features. */
export const FEATURE_MARKS: readonly { icon: LucideIcon; stage: Stage }[] = [
  { icon: Headphones, stage: 'all' },
  { icon: BookOpen, stage: 'pregnancy' },
  { icon: Music, stage: 'birthing' },
  { icon: HandHeart, stage: 'birthing' },
  { icon: Users, stage: 'postbirth' },
  { icon: ShieldCheck, stage: 'all' },
];

/** Time of day in each portrait, by position of its testimonial; repeated when there are more. */
export const PORTRAIT_LIGHTS = ['morning', 'night', 'evening'] as const;
