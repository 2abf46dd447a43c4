import type { Brand, LandingWord } from '#contract/words/brand.ts';
import { Logo } from '#renderer/components/logo.tsx';
import { PageFrame } from '#renderer/components/page-frame.tsx';
import { DraftBrand } from '#renderer/lib/public-config.ts';
import { StaticRouter } from '#renderer/lib/router.tsx';
import { PanelTheme, type Theme } from '#renderer/lib/theme.ts';
import { HeroScene } from './hero.tsx';
import { LandingBelowHero } from './landing-below-hero.tsx';
import { LandingMain } from './landing-page.tsx';
import './landing-preview.css';

interface LandingPreviewProps {
  /** As it would be saved. */
  brand: Brand;
  theme: Theme;
  form: 'phone' | 'wide';
  /** The one she writes, which is shown. */
  word: LandingWord;
}

const PLACES: Record<LandingWord, string> = {
  heroTitle: '.hero',
  heroText: '.hero',
  verse: '.verse-sec',
  verseSource: '.verse-sec',
  featuresTitle: '#features',
  featuresText: '#features',
  faithTitle: '#faith-based',
  faithText: '.faith-text',
  creatorStory: '.maker-text',
  creatorName: '.maker-text',
};

const STILL = { track: undefined, toggle: async () => {}, isPlaying: false, isLoading: false };

/** The landing page before it is saved: without its menus, and nothing in it moves or asks the server. */
export function LandingPreview({ brand, theme, form, word }: LandingPreviewProps) {
  const where = form === 'phone' ? 'on a phone' : 'on a wide screen';
  return (
    <div className={`l-preview ${form}`}>
      <PageFrame
        // Another width is another page: it begins anew at the part that is shown.
        key={form}
        title={`The landing page ${where}, with what stands in the fields now`}
        theme={theme}
        showing={PLACES[word]}
      >
        <DraftBrand value={brand}>
          <PanelTheme value={theme}>
            <StaticRouter path="/">
              <header className="site-head l-preview-head">
                <div className="bar-in">
                  <Logo />
                </div>
              </header>
              <LandingMain>
                <HeroScene {...STILL} />
                <LandingBelowHero isStill />
              </LandingMain>
            </StaticRouter>
          </PanelTheme>
        </DraftBrand>
      </PageFrame>
    </div>
  );
}
