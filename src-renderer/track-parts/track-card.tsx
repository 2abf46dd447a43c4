import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useViewTransitionState } from 'react-router-dom';
import type { ListedTrack } from '#contract/rows/first-rows.ts';
import { Icon } from '#renderer/components/icon.tsx';
import { Link } from '#renderer/components/link.tsx';
import { formatLength } from '#renderer/lib/format.ts';
import { Cover } from './cover.tsx';
import { StageMark, stageOf } from './stage-mark.tsx';
import './track-card.css';

interface TrackCardProps {
  track: ListedTrack;
  /** Target of the cover's link; absent for a locked track. */
  to?: string | undefined;
  /** The title takes the colour of its stage while the track plays. */
  playing?: boolean;
  locked?: boolean;
  /** Set it for the first screenful: its covers load at once. */
  eager?: boolean;
  heart: ReactNode;
  menu?: ReactNode;
  /** Shown below the description: a link and a play button. */
  children: ReactNode;
}

const NO_PAGE = '/player/0';

/** A row on phones, a card from 768 px. */
export function TrackCard(props: TrackCardProps) {
  const { track, children, heart, menu } = props;
  const { title, description, category, duration, image_url: imageUrl } = track;
  const { to, playing = false, locked = false, eager = false } = props;
  const stage = stageOf(category);
  // True during the transition to the player and back, in which the cover takes part.
  const isInTransition = useViewTransitionState(to ?? NO_PAGE);
  return (
    <li
      className={`track${playing ? ' playing' : ''}${isInTransition ? ' carried' : ''}`}
      data-stage={stage}
    >
      {to === undefined ? (
        <div className="art">
          <Cover src={imageUrl} lazy={!eager} />
        </div>
      ) : (
        // The same link follows as text, so this one is hidden from keyboards and screen readers.
        <Link className="art" to={to} tabIndex={-1} aria-hidden="true">
          <Cover src={imageUrl} lazy={!eager} />
        </Link>
      )}
      <div className="head">
        <h3 className="clamped" title={title} dir="auto">
          {title}
        </h3>
        <p className="meta">
          <span className="tabular-numbers">{formatLength(duration)}</span>
          <StageMark stage={stage} />
          {locked ? (
            <span className="locked">
              <Icon of={Lock} className="i-lock xs" />
              Premium
            </span>
          ) : null}
        </p>
      </div>
      <div className="heart">{heart}</div>
      <div className="text">
        {description ? (
          <details className="clamp">
            <summary>
              <span>{description}</span>
            </summary>
          </details>
        ) : null}
      </div>
      <div className="foot">{children}</div>
      {menu}
    </li>
  );
}

/** Placeholders of cards that are loading. */
export function TrackCardSkeletons({ count = 6 }: { count?: number }) {
  return (
    <div className="tracks-room">
      <ul className="tracks" aria-hidden="true">
        {[...Array(count).keys()].map((at) => (
          <li className="track" key={at}>
            <div className="art">
              <i className="skeleton cover" />
            </div>
            <div className="head skeleton-lines">
              <i className="skeleton" />
              <i className="skeleton" />
            </div>
            <div className="text skeleton-lines">
              <i className="skeleton" />
            </div>
            <div className="foot">
              <i />
              <i className="skeleton skeleton-play" />
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
