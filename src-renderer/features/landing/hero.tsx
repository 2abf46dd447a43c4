import { Pause, Play } from 'lucide-react';
import { HERO_DEFAULTS, landingText } from '#contract/constants/texts/hero-texts.ts';
import { ButtonLink } from '#renderer/components/button.tsx';
import { Icon } from '#renderer/components/icon.tsx';
import { Link } from '#renderer/components/link.tsx';
import { Hills, OliveBranch, Stars, Trail } from '#renderer/components/pictures/scene.tsx';
import { formatLength } from '#renderer/lib/format.ts';
import { useBrand } from '#renderer/lib/public-config.ts';
import { EXPECTED_TRACK } from './featured-track.ts';
import { GooglePlayButton } from './store-buttons.tsx';
import { useFeaturedTrack } from './use-featured-track.ts';

export function Hero() {
  const { track, toggle, isPlaying, isLoading } = useFeaturedTrack();
  const { title, duration } = track ?? EXPECTED_TRACK;
  const brand = useBrand();
  return (
    <section className="hero scene">
      <Stars />
      <OliveBranch />
      <div className={brand.landing ? 'wrap hero-text custom' : 'wrap hero-text'}>
        <h1 dir="auto">{landingText(brand, 'heroTitle', HERO_DEFAULTS.heroTitle)}</h1>
        <p className="lede" dir="auto">
          {landingText(brand, 'heroText', HERO_DEFAULTS.heroText)}
        </p>
        <div className="hero-action">
          <ButtonLink to="/home">Listen now</ButtonLink>
          <GooglePlayButton />
          <Link className="link if-unknown" to="/login">
            Sign in
          </Link>
        </div>
      </div>
      <div className="orb-place">
        <button
          type="button"
          className="orb"
          aria-label={isPlaying ? 'Pause the featured track' : 'Play the featured track'}
          aria-busy={isLoading || undefined}
          onClick={toggle}
        >
          <Icon of={isPlaying ? Pause : Play} className={isPlaying ? 'i-pause' : 'i-play'} />
        </button>
      </div>
      <Hills />
      <Trail />
      <p className="hero-caption">
        <b dir="auto">{title}</b>
        <span>{['Featured track', formatLength(duration)].filter(Boolean).join(', ')}</span>
      </p>
    </section>
  );
}
