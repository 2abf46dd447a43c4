import { useQuery } from '@tanstack/react-query';
import { Pause, Play, ShieldCheck } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import type { AudioCategory } from '#contract/constants/tracks/tracks.ts';
import { Icon } from '#renderer/components/icon.tsx';
import { Link } from '#renderer/components/link.tsx';
import { LogoMark } from '#renderer/components/pictures/logo.tsx';
import { Hills, OliveBranch, Stars } from '#renderer/components/pictures/scene.tsx';
import { findStartTrack, libraryQuery, type Track } from '#renderer/data/audio-content.ts';
import { isSounding, usePlayback, usePlayer } from '#renderer/data/playback.ts';
import { useBrand } from '#renderer/lib/public-config.ts';
import { StageArt } from '#renderer/track-parts/stage-art.tsx';
import { PhoneCard, SignInHere } from './phone-card.tsx';
import './kiosk.css';

const STAGES = [
  { category: 'PREGNANCY', stage: 'pregnancy', title: 'Pregnancy', text: 'The months of waiting' },
  { category: 'BIRTHING', stage: 'birthing', title: 'Birthing', text: 'Labour and birth' },
  { category: 'POSTBIRTH', stage: 'postbirth', title: 'Postbirth', text: 'Rest and healing' },
] as const;

interface AttractPageProps {
  /** Called with the chosen stage, before the library opens. */
  onStage: (category: AudioCategory) => void;
}

/** The kiosk's first screen: a play button, the three stages and a note on privacy. */
export function AttractPage({ onStage }: AttractPageProps) {
  const { name } = useBrand();
  const { data: tracks = [] } = useQuery(libraryQuery());
  // No one is signed in, so there is no premium access.
  const featured = findStartTrack(tracks, false);
  return (
    <main id="main" tabIndex={-1} className="kiosk scene">
      <Stars />
      <OliveBranch />
      <div className="kiosk-welcome">
        <span className="logo">
          <LogoMark />
          {name}
        </span>
      </div>
      <div className="kiosk-text">
        <h1>Come and rest</h1>
        <p>
          Scripture and music for you and your child.
          <br />
          Touch the light to listen.
        </p>
        <SignInHere />
      </div>
      <div className="orb-place">{featured ? <FeaturedTrackButton track={featured} /> : null}</div>
      <Hills />
      <div className="kiosk-foot">
        <nav className="stage-links" aria-label="Choose your stage">
          {STAGES.map(({ category, stage, title, text }) => (
            <Link
              key={category}
              to="/home"
              className="ground"
              data-stage={stage}
              onClick={() => onStage(category)}
            >
              <StageArt stage={stage} lazy={false} />
              <span>
                <b>{title}</b>
                <small>{text}</small>
              </span>
            </Link>
          ))}
        </nav>
        <PhoneCard />
      </div>
      <p className="kiosk-note">
        <Icon of={ShieldCheck} />
        Nothing is saved here. This screen clears itself when you leave.
      </p>
    </main>
  );
}

function FeaturedTrackButton({ track }: { track: Track }) {
  const player = usePlayer();
  const navigate = useNavigate();
  const isOn = isSounding(usePlayback(track.id));
  const listen = () => {
    player.toggle(track, 'landing');
    if (!isOn) navigate(`/player/${track.id}`);
  };
  return (
    <button
      type="button"
      className="orb"
      aria-label={`${isOn ? 'Pause' : 'Play'}: ${track.title}`}
      onClick={listen}
    >
      <Icon of={isOn ? Pause : Play} className={isOn ? 'i-pause' : 'i-play'} />
    </button>
  );
}
