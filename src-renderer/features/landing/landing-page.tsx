import { type ReactNode, Suspense } from 'react';
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
    <LandingMain>
      <Hero />
      <Suspense>
        <BelowHero />
      </Suspense>
    </LandingMain>
  );
}

/** In this file, so that the preview, which has it too, leaves the hero in the one script of this page. */
export function LandingMain({ children }: { children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1}>
      {children}
    </main>
  );
}
