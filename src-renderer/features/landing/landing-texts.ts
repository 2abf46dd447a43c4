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

interface Feature {
  icon: LucideIcon;
  stage: Stage;
  title: string;
  text: string;
}

export const FEATURES: readonly Feature[] = [
  {
    icon: Headphones,
    stage: 'all',
    title: 'Guided scripture meditations',
    text: 'Ten to thirty minutes, each built on one passage and read without hurry, with quiet music beneath it.',
  },
  {
    icon: BookOpen,
    stage: 'pregnancy',
    title: 'Scripture for the hour',
    text: 'Psalms and promises chosen for the waiting, for labour, and for the first nights at home.',
  },
  {
    icon: Music,
    stage: 'birthing',
    title: 'Birth music and worship',
    text: 'Old hymn tunes on piano and strings, slow and even, with nothing in them that startles.',
  },
  {
    icon: HandHeart,
    stage: 'birthing',
    title: 'Birth affirmations',
    text: 'Short sentences of truth, with enough silence after each one to breathe it in.',
  },
  {
    icon: Users,
    stage: 'postbirth',
    title: 'A community of mothers',
    text: 'You are not the only one awake. Find the others on the networks you already use.',
  },
  {
    icon: ShieldCheck,
    stage: 'all',
    title: 'Simple to keep',
    text: 'One-time payment or monthly subscription, whichever suits you, and no tricks in either.',
  },
];

export const STEPS = [
  { title: 'Download the app', text: 'On your phone, or open it in any browser.' },
  {
    title: 'Create an account',
    text: 'An e-mail address and a password. We ask for no due date and no week.',
  },
  {
    title: 'Start your journey free',
    text: 'Choose the part of the day you are in, and press play.',
  },
] as const;

export const DIFFERENCES = [
  'Scripture in our own words, always with its book, chapter and verse',
  'A prayer at the end that you can make your own',
  'Gentle with those who doubt, grieve or are afraid',
] as const;

interface Testimonial {
  quote: string;
  name: string;
  role: string;
  portrait: 'morning' | 'evening' | 'night';
}

/** Sample content, and the page says so: to be replaced by what real mothers have written. */
export const TESTIMONIALS: readonly Testimonial[] = [
  {
    quote:
      'At the hardest hour I could not find one word to pray. Someone was already praying, and I breathed.',
    name: 'Ruth A.',
    role: 'Mother of two, Leeds',
    portrait: 'morning',
  },
  {
    quote:
      'I listen while I feed him at three in the morning. The screen stays dark, and I am not alone.',
    name: 'Esther K.',
    role: 'Mother of a newborn, Cardiff',
    portrait: 'night',
  },
  {
    quote: 'We heard the same psalm every evening that spring. My husband knows it by heart now.',
    name: 'Naomi T.',
    role: 'Mother of one, Belfast',
    portrait: 'evening',
  },
];

export const questionsAbout = (product: string) => [
  {
    question: `Is ${product} really free?`,
    answer: `Yes. ${product} is completely free, with no payments and no subscriptions.`,
  },
  {
    question: 'Which Bible translation do you use?',
    answer:
      'None word for word. We tell the passages in our own words and name book, chapter and verse, so that you can open your own Bible beside them.',
  },
  {
    question: 'Can I listen while I am in labour?',
    answer:
      'Yes. Labour mode turns the screen almost black and leaves three large controls you can find with one thumb. It keeps you company. Your midwife and your doctor look after you and your baby.',
  },
  {
    question: 'Does it work without a connection?',
    answer:
      'The audio is streamed, so a connection is needed. A short gap is bridged by itself, and your place is kept.',
  },
  {
    question: 'Is it only for a first pregnancy?',
    answer:
      'No. Every meditation can be heard again with a second child, or a fifth, and after a loss there is no wrong one to begin with.',
  },
];
