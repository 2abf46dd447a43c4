import { useEffect, useRef, useState } from 'react';
import { Button, ButtonLink } from '#renderer/components/button.tsx';
import { BackButton } from '#renderer/components/page-head.tsx';
import { useBrand } from '#renderer/lib/public-config.ts';
import { useNavigate } from '#renderer/lib/router.tsx';
import { OnboardingScene } from './onboarding-scene.tsx';
import { onboardingSlides } from './onboarding-slides.ts';
import './onboarding.css';

export function OnboardingPage() {
  const navigate = useNavigate();
  const slides = onboardingSlides(useBrand().name);
  const [shown, setShown] = useState(0);
  const title = useRef<HTMLHeadingElement>(null);
  const slide = slides[shown] ?? slides[0];
  const isLast = shown === slides.length - 1;

  const hasMoved = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the new slide is read from its title on
  useEffect(() => {
    if (hasMoved.current) title.current?.focus();
  }, [shown]);

  const handleNext = () => {
    if (isLast) return void navigate('/signup');
    hasMoved.current = true;
    setShown(shown + 1);
  };

  return (
    <main id="main" tabIndex={-1} className="onboarding">
      <OnboardingScene scene={slide.scene} key={slide.scene} />
      <div className="onboarding-top">
        <BackButton to="/" onArt />
        {isLast ? null : (
          <ButtonLink to="/signup" look="soft" small>
            Skip
          </ButtonLink>
        )}
      </div>
      <div className="onboarding-panel">
        <h1 ref={title} tabIndex={-1}>
          {slide.title}
        </h1>
        <p className="lede">{slide.description}</p>
        <p className="onboarding-place">
          <span className="sr">
            Slide {shown + 1} of {slides.length}
          </span>
          {slides.map(({ scene }) => (
            <i key={scene} className={scene === slide.scene ? 'here' : ''} aria-hidden="true" />
          ))}
        </p>
        <Button block onClick={handleNext}>
          {isLast ? 'Get Started' : 'Next'}
        </Button>
      </div>
    </main>
  );
}
