import { Suspense } from 'react';
import { lazyPart } from '#renderer/components/lazy-part.tsx';
import { firstSign } from '#renderer/lib/first-sign.ts';
import { Hero } from './hero.tsx';
import './landing.css';

/** In the document from the start, as everything is; its script comes when somebody begins to read. */
const { Component: BelowHero } = lazyPart(async () => {
  await firstSign();
  const { LandingBelowHero } = await import('./landing-below-hero.tsx');
  return LandingBelowHero;
});

export function LandingPage() {
  return (
    <main id="main" tabIndex={-1}>
      <Hero />
      <Suspense>
        <BelowHero />
      </Suspense>
    </main>
  );
}
