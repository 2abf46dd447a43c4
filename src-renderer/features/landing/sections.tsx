import { Check } from 'lucide-react';
import type { LandingWord } from '#contract/words/brand.ts';
import { landingWord } from '#contract/words/hero-words.ts';
import { LANDING_WORDS } from '#contract/words/landing-words.ts';
import { Accordion } from '#renderer/components/accordion.tsx';
import { Icon } from '#renderer/components/icon.tsx';
import { useBrand } from '#renderer/lib/public-config.ts';
import { Link } from '#renderer/lib/router.tsx';
import { coverOfStage, StageArt } from '#renderer/track-parts/stage-art.tsx';
import peak from './art/peak.svg';
import { DIFFERENCES, FEATURES, questionsAbout, STEPS } from './landing-texts.ts';
import { Portrait } from './portrait.tsx';
import { SampleMark } from './testimonials.tsx';

/** Says the owner's words, or the house's. */
function useSay(): (word: LandingWord) => string {
  const brand = useBrand();
  return (word) => landingWord(brand, word, LANDING_WORDS[word]);
}

export function Verse() {
  const say = useSay();
  return (
    <section className="wrap verse-sec" aria-label="A verse">
      <blockquote className="verse">{say('verse')}</blockquote>
      <p className="quiet small">{say('verseSource')}</p>
    </section>
  );
}

const STAGE_PLATES = [
  {
    stage: 'pregnancy',
    name: 'Pregnancy',
    text: 'Dawn. Months of waiting, held in psalms.',
  },
  {
    stage: 'birthing',
    name: 'Birthing',
    text: 'Full day. Breath, scripture and strength.',
  },
  {
    stage: 'postbirth',
    name: 'Postbirth',
    text: 'Night. Rest, healing, and sleep between feeds.',
  },
] as const;

export function StagePlates() {
  return (
    <section className="wrap stages-sec">
      <div className="sec-head">
        <h2>A companion for each part of the day you are in</h2>
        <p className="lede">
          Pregnancy is a dawn. Birth is the long bright day. After it comes the night, and someone
          small to keep you company in it.
        </p>
      </div>
      <ul className="stages">
        {STAGE_PLATES.map(({ stage, name, text }) => (
          <li key={stage} data-stage={stage} data-cover={coverOfStage(stage)}>
            <Link to="/tracks">
              <StageArt stage={stage} />
              <span className="cap">
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

export function Features() {
  const say = useSay();
  return (
    <section className="wrap feats-sec" id="features">
      <div className="sec-head">
        <span className="horizon" data-stage="pregnancy" />
        <h2>{say('featuresTitle')}</h2>
        <p className="lede">{say('featuresText')}</p>
      </div>
      <ul className="feats">
        {FEATURES.map(({ icon, stage, title, text }) => (
          <li key={title} data-stage={stage}>
            <Icon of={icon} />
            <div>
              <h3>{title}</h3>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function HowItWorks() {
  return (
    <section className="how" id="how-it-works">
      <div className="wrap how-in">
        <h2>How it works</h2>
        <ol className="steps">
          {STEPS.map(({ title, text }) => (
            <li key={title}>
              <span className="rise" />
              <h3>{title}</h3>
              <p className="quiet">{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

export function FaithBased() {
  const say = useSay();
  return (
    <section className="faith" id="faith-based" data-cover="09">
      <div className="faith-art">
        <img src={peak} alt="" width="600" height="600" loading="lazy" decoding="async" />
      </div>
      <div className="faith-text">
        <h2>{say('faithTitle')}</h2>
        <p>{say('faithText')}</p>
        <ul className="ticks">
          {DIFFERENCES.map((text) => (
            <li key={text}>
              <Icon of={Check} />
              <span>{text}</span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

export function MeetCreator() {
  const say = useSay();
  const isHers = useBrand().landing?.creatorStory !== undefined;
  return (
    <section className="wrap maker" id="meet-creator">
      <div className="maker-art">
        <Portrait light="morning" large />
      </div>
      <div className="maker-text">
        <h2>Meet the creator</h2>
        <blockquote className="verse">“{say('creatorStory')}”</blockquote>
        <p className="quiet">{say('creatorName')}</p>
        {isHers ? null : <SampleMark>Sample story, until the owner has told theirs</SampleMark>}
      </div>
    </section>
  );
}

export function Questions() {
  const { name } = useBrand();
  return (
    <section className="wrap faq-sec" id="faq">
      <h2>Questions mothers ask</h2>
      <Accordion name="faq" items={questionsAbout(name)} />
    </section>
  );
}
