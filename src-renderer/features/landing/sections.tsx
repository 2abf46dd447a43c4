import {
  BookOpen,
  Check,
  HandHeart,
  Headphones,
  type LucideIcon,
  Music,
  ShieldCheck,
  Users,
} from 'lucide-react';
import type { LandingText } from '#contract/constants/pages/brand.ts';
import { landingText } from '#contract/constants/texts/hero-texts.ts';
import { LANDING_DEFAULTS } from '#contract/constants/texts/landing-defaults.ts';
import { LANDING_TEXTS } from '#contract/constants/texts/landing-texts.ts';
import { Accordion } from '#renderer/components/accordion.tsx';
import { Icon } from '#renderer/components/icon.tsx';
import { Link } from '#renderer/components/link.tsx';
import { useBrand } from '#renderer/lib/public-config.ts';
import { useTextList } from '#renderer/lib/site-text.ts';
import { StageArt } from '#renderer/track-parts/stage-art.tsx';
import type { Stage } from '#renderer/track-parts/stage-mark.tsx';
import peak from './art/peak.svg';
import { Portrait } from './portrait.tsx';
import { SampleMark } from './testimonials.tsx';

/** Looks up the owner's text, or the built-in one. */
function useLandingText(): (word: LandingText) => string {
  const brand = useBrand();
  return (word) => landingText(brand, word, LANDING_DEFAULTS[word]);
}

export function Verse() {
  const textOf = useLandingText();
  return (
    <section className="wrap verse-section" aria-label="A verse">
      <blockquote className="verse" dir="auto">
        {textOf('verse')}
      </blockquote>
      <p className="quiet small" dir="auto">
        {textOf('verseSource')}
      </p>
    </section>
  );
}

const STAGE_CARDS = [
  {
    stage: 'pregnancy',
    name: 'Pregnancy',
    text: 'Dawn. Months of waiting, held in psalms.',
  },
  {
    stage: 'birthing',
    name: 'Birthing',
    text: 'Day. Breath, scripture and strength.',
  },
  {
    stage: 'postbirth',
    name: 'Postbirth',
    text: 'Night. Rest, healing, and sleep between feeds.',
  },
] as const;

export function StageCards() {
  return (
    <section className="wrap stages-section">
      <div className="section-head">
        <h2>For every part of the journey</h2>
        <p className="lede">
          Pregnancy is the dawn, birth the bright day, and after it come the nights with someone
          small beside you.
        </p>
      </div>
      <ul className="stages">
        {STAGE_CARDS.map(({ stage, name, text }) => (
          <li key={stage} className="ground" data-stage={stage}>
            <Link to={`/tracks?stage=${stage}`}>
              <StageArt stage={stage} />
              <span className="caption">
                <b>{name}</b>
                <span>{text}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Icon and colour of each feature by position; repeated when there are more features. */
const FEATURE_MARKS: readonly { icon: LucideIcon; stage: Stage }[] = [
  { icon: Headphones, stage: 'all' },
  { icon: BookOpen, stage: 'pregnancy' },
  { icon: Music, stage: 'birthing' },
  { icon: HandHeart, stage: 'birthing' },
  { icon: Users, stage: 'postbirth' },
  { icon: ShieldCheck, stage: 'all' },
];

export function Features() {
  const textOf = useLandingText();
  const features = useTextList('landing.features', LANDING_TEXTS.features);
  if (features.length === 0) return null;
  return (
    <section className="wrap features-section" id="features">
      <div className="section-head">
        <span className="horizon" data-stage="pregnancy" />
        <h2 dir="auto">{textOf('featuresTitle')}</h2>
        <p className="lede" dir="auto">
          {textOf('featuresText')}
        </p>
      </div>
      <ul className="features">
        {features.map(({ id, title, text }, at) => {
          const { icon, stage } = FEATURE_MARKS[at % FEATURE_MARKS.length] ?? {};
          return (
            <li key={id} data-stage={stage}>
              {icon ? <Icon of={icon} /> : null}
              <div>
                <h3 dir="auto">{title}</h3>
                <p dir="auto">{text}</p>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

export function HowItWorks() {
  const steps = useTextList('landing.steps', LANDING_TEXTS.steps);
  if (steps.length === 0) return null;
  return (
    <section className="how" id="how-it-works">
      <div className="wrap how-inner">
        <h2>How it works</h2>
        <ol className="steps">
          {steps.map(({ id, title, text }) => (
            <li key={id}>
              <span className="rise" />
              <h3 dir="auto">{title}</h3>
              <p className="quiet" dir="auto">
                {text}
              </p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

export function FaithBased() {
  const textOf = useLandingText();
  const differences = useTextList('landing.differences', LANDING_TEXTS.differences);
  return (
    <section className="faith" id="faith-based" data-cover="09">
      <div className="faith-art">
        <img src={peak} alt="" width="600" height="600" loading="lazy" decoding="async" />
      </div>
      <div className="faith-text">
        <h2 dir="auto">{textOf('faithTitle')}</h2>
        <p dir="auto">{textOf('faithText')}</p>
        <ul className="ticks">
          {differences.map(({ id, title }) => (
            <li key={id}>
              <Icon of={Check} />
              <span dir="auto">{title}</span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

export function MeetCreator() {
  const textOf = useLandingText();
  const hasStory = useBrand().landing?.creatorStory !== undefined;
  return (
    <section className="wrap creator" id="meet-creator">
      <div className="creator-art">
        <Portrait light="morning" large />
      </div>
      <div className="creator-text">
        <h2>Meet the creator</h2>
        <blockquote className="verse" dir="auto">
          “{textOf('creatorStory')}”
        </blockquote>
        <p className="quiet" dir="auto">
          {textOf('creatorName')}
        </p>
        {hasStory ? null : <SampleMark>Sample story, until the owner has told theirs</SampleMark>}
      </div>
    </section>
  );
}

export function Questions() {
  const questions = useTextList('landing.questions', LANDING_TEXTS.questions);
  if (questions.length === 0) return null;
  return (
    <section className="wrap faq-section" id="faq">
      <h2>Questions mothers ask</h2>
      <Accordion
        name="faq"
        items={questions.map(({ title, text }) => ({ question: title, answer: text }))}
      />
    </section>
  );
}
