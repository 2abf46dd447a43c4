import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { ONBOARDING_TEXTS } from '#contract/constants/texts/onboarding-texts.ts';
import { Button, ButtonLink } from '#renderer/components/button.tsx';
import { BackButton } from '#renderer/components/page-head.tsx';
import { useHydrated } from '#renderer/lib/hooks/use-hydrated.ts';
import { useBrand } from '#renderer/lib/public-config.ts';
import { useTextList } from '#renderer/lib/site-text.ts';
import { OnboardingScene, type Scene } from './onboarding-scene.tsx';
import './onboarding.css';

const SCENES: readonly Scene[] = ['dawn', 'day', 'night'];

/** Stored in the history, so that Back leads to the previous slide. */
function useShownSlide(): number {
  const { slide } = Object(useLocation().state);
  return useHydrated() && typeof slide === 'number' ? slide : 0;
}

export function OnboardingPage() {
  const navigate = useNavigate();
  // If the owner has removed all slides, the brand's name is the title.
  const { name } = useBrand();
  const slides = useTextList('onboarding.slides', ONBOARDING_TEXTS.slides);
  const shown = useShownSlide();
  const title = useRef<HTMLHeadingElement>(null);
  const slide = slides[shown] ?? slides[0];
  const isLast = shown >= slides.length - 1;
  const scene = SCENES[shown % SCENES.length] ?? 'dawn';

  const previous = useRef(shown);
  useEffect(() => {
    // Focuses the title, so that screen readers read the new slide.
    if (previous.current !== shown) title.current?.focus();
    previous.current = shown;
  }, [shown]);

  const handleNext = () => {
    if (isLast) return void navigate('/signup');
    void navigate('/onboarding', { state: { slide: shown + 1 } });
  };

  return (
    <main id="main" tabIndex={-1} className="onboarding">
      <OnboardingScene scene={scene} key={scene} />
      <div className="onboarding-top">
        {shown === 0 ? (
          <BackButton to="/" onArt />
        ) : (
          <BackButton to="/onboarding" state={{ slide: shown - 1 }} onArt />
        )}
        {isLast ? null : (
          <ButtonLink to="/signup" look="soft" small>
            Skip
          </ButtonLink>
        )}
      </div>
      <div className="onboarding-panel">
        <h1 ref={title} tabIndex={-1} dir="auto">
          {slide?.title ?? name}
        </h1>
        {slide ? (
          <>
            <p className="lede" dir="auto">
              {slide.text}
            </p>
            <p className="onboarding-place">
              <span className="visually-hidden">
                Slide {shown + 1} of {slides.length}
              </span>
              {slides.map((one) => (
                <i key={one.id} className={one === slide ? 'here' : ''} aria-hidden="true" />
              ))}
            </p>
          </>
        ) : null}
        <Button block onClick={handleNext}>
          {isLast ? 'Get Started' : 'Next'}
        </Button>
      </div>
    </main>
  );
}
