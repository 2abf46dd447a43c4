import type { Brand, LandingText } from '#contract/constants/pages/brand.ts';
import { PageFrame } from '#renderer/components/page-frame.tsx';
import { Logo } from '#renderer/components/pictures/logo.tsx';
import { DraftBrand } from '#renderer/lib/public-config.ts';
import { PanelTheme, type Theme } from '#renderer/lib/theme.ts';
import { HeroScene } from './hero.tsx';
import { LandingBelowHero } from './landing-below-hero.tsx';
import { LandingMain } from './landing-page.tsx';
import './landing-preview.css';

interface LandingPreviewProps {
  /** The unsaved brand. */
  brand: Brand;
  theme: Theme;
  form: 'phone' | 'wide';
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
  creatorStory: '.maker-text',
  creatorName: '.maker-text',
};

const NO_PLAYBACK = {
  track: undefined,
  toggle: async () => {},
  isPlaying: false,
  isLoading: false,
};

/** Shows the unsaved landing page without menus, motion and requests. */
export function LandingPreview({ brand, theme, form, word }: LandingPreviewProps) {
  const where = form === 'phone' ? 'on a phone' : 'on a wide screen';
  return (
    <div className={`landing-preview ${form}`}>
      <PageFrame
        // Remounts the frame after a change of width, to scroll to the edited text again.
        key={form}
        title={`Live preview of the landing page ${where}`}
        theme={theme}
        selector={SELECTORS[word]}
      >
        <DraftBrand value={brand}>
          <PanelTheme value={theme}>
            <header className="site-head landing-preview-head">
              <div className="bar-inner">
                <Logo />
              </div>
            </header>
            <LandingMain>
              <HeroScene {...NO_PLAYBACK} />
              <LandingBelowHero isStill />
            </LandingMain>
          </PanelTheme>
        </DraftBrand>
      </PageFrame>
    </div>
  );
}
