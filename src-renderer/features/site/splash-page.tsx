import { useEffect, useRef, useState } from 'react';
import { Button, ButtonLink } from '#renderer/components/button.tsx';
import { BackButton } from '#renderer/components/page-head.tsx';
import { Hills } from '#renderer/components/pictures/scene.tsx';
import { useBrand } from '#renderer/lib/public-config.ts';
import './splash.css';

const features = [
  {
    title: 'Faith-Centered Approach',
    text: 'Every meditation begins with scripture and leads back to it. Nothing has to be translated out of another tradition before you can rest in it.',
  },
  {
    title: 'For Every Stage',
    text: 'Early pregnancy, the last weeks, labour, and the first weeks with your child: each has its own readings and its own pace.',
  },
  {
    title: 'Peaceful Labor Support',
    text: 'Steady words and quiet music for the hours when reading is too much. One hand is enough, and so is one glance.',
  },
  {
    title: 'Community Connection',
    text: 'Other mothers on the same road, and people who answer when you write.',
  },
];

export function SplashPage() {
  const { name, tagline, company, trialDays } = useBrand();
  const [isOpen, setIsOpen] = useState(false);
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    section.current?.scrollIntoView();
    section.current?.focus({ preventScroll: true });
  }, [isOpen]);

  return (
    <main id="main" tabIndex={-1} className="splash">
      <header className="scene splash-scene">
        <div className="splash-back">
          <BackButton to="/" onArt />
        </div>
        <div className="splash-words">
          <h1>{name}</h1>
          <p className="lede">{tagline}.</p>
          <Button
            aria-expanded={isOpen}
            aria-controls="splash-features"
            onClick={() => (isOpen ? section.current?.scrollIntoView() : setIsOpen(true))}
          >
            Learn More
          </Button>
        </div>
        <span className="orb" />
        <Hills />
      </header>
      <section
        ref={section}
        id="splash-features"
        className="wrap splash-features"
        tabIndex={-1}
        hidden={!isOpen}
        aria-label="Features"
      >
        {features.map(({ title, text }) => (
          <article key={title}>
            <h2>{title}</h2>
            <p>{text}</p>
          </article>
        ))}
      </section>
      <footer className="wrap splash-foot">
        <p>
          Every new account begins with a {trialDays}-day free trial, with everything open from the
          first minute.
        </p>
        <ButtonLink to="/get-started" look="soft">
          Get Started
        </ButtonLink>
        <p className="tiny">
          {name} is owned and run by {company}, registered in the United Kingdom.
        </p>
      </footer>
    </main>
  );
}
