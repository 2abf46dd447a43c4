import { Pause, Play } from 'lucide-react';
import { ButtonLink } from '#renderer/components/button.tsx';
import { Icon } from '#renderer/components/icon.tsx';
import { Hills, OliveBranch, Stars, Trail } from '#renderer/components/scene.tsx';
import { formatClock } from '#renderer/lib/format.ts';
import { Link } from '#renderer/lib/router.tsx';
import { EXPECTED_TRACK } from './featured-track.ts';
import { GooglePlayButton } from './store-buttons.tsx';
import { useFeaturedTrack } from './use-featured-track.ts';

export function Hero() {
  const { track, toggle, isPlaying, isLoading } = useFeaturedTrack();
  const { title, duration } = track ?? EXPECTED_TRACK;
  return (
    <section className="hero scene">
      <Stars />
      <OliveBranch />
      <div className="wrap hero-text">
        <h1>Held, through every&nbsp;hour</h1>
        <p className="lede">
          Guided scripture, birth music and affirmations for pregnancy, labour and the first weeks
          after.
        </p>
        <div className="hero-cta">
          <ButtonLink to="/home">Listen now</ButtonLink>
          <GooglePlayButton />
          <Link className="link" to="/login">
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
      <p className="hero-cap">
        <b>{title}</b>
        <span>Featured track, {formatClock(duration)}</span>
      </p>
    </section>
  );
}
