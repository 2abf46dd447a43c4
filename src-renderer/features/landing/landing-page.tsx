import type { ReactNode } from 'react';
import { Hero } from './hero.tsx';
import { LandingBelowHero } from './landing-below-hero.tsx';
import './landing.css';

export function LandingPage() {
  return (
    <LandingMain>
      <Hero />
      <LandingBelowHero />
    </LandingMain>
  );
}

/** Also used by the preview. In a file of its own it would move the hero into another chunk. */
export function LandingMain({ children }: { children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1}>
      {children}
    </main>
  );
}
