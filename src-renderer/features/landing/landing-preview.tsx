import { useEffect, useRef } from 'react';
import type { Brand, LandingText } from '#contract/constants/pages/brand.ts';
import { DraftBrand } from '#renderer/lib/public-config.ts';
import { LandingSections } from './landing-page.tsx';
import './landing-preview.css';

interface LandingPreviewProps {
  /** The unsaved brand. */
  brand: Brand;
  /** The text being edited, scrolled into view. */
  word: LandingText;
}

/** Where each text is shown. */
const SELECTORS: Record<LandingText, string> = {
  heroTitle: '.hero',
  heroText: '.hero',
  verse: '.verse-section',
  verseSource: '.verse-section',
  featuresTitle: '#features',
  featuresText: '#features',
  faithTitle: '#faith-based',
  faithText: '.faith-text',
  creatorStory: '.creator-text',
  creatorName: '.creator-text',
};

/** The unsaved landing page as in this window, smaller. Not interactive. */
export function LandingPreview({ brand, word }: LandingPreviewProps) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = frame;
    const shown = current?.querySelector(SELECTORS[word]);
    // `scrollIntoView` would scroll the form as well.
    if (current && shown) {
      current.scrollTop += shown.getBoundingClientRect().top - current.getBoundingClientRect().top;
    }
  }, [word]);
  return (
    <div className="landing-preview" ref={frame} inert aria-hidden="true">
      <div>
        <DraftBrand value={brand}>
          <LandingSections />
        </DraftBrand>
      </div>
    </div>
  );
}
