import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '#renderer/components/icon.tsx';
import { formatClock } from '#renderer/lib/format.ts';
import { Link } from '#renderer/lib/router.tsx';
import { Cover } from './cover.tsx';
import { StageMark, stageOf } from './stage-mark.tsx';
import './track-card.css';

interface TrackCardProps {
  title: string;
  description: string | null;
  category: string;
  /** Seconds. */
  duration: number;
  imageUrl: string | null;
  /** Where its cover leads; a locked one leads nowhere. */
  to?: string | undefined;
  /** Its title takes the colour of its stage while it sounds. */
  playing?: boolean;
  locked?: boolean;
  /** The first screenful is fetched at once. */
  eager?: boolean;
  /** Its place in a list whose other rows are not all in the document. */
  place?: number | undefined;
  total?: number | undefined;
  heart: ReactNode;
  /** Below the description: a link and a disc. */
  children: ReactNode;
}

/** A row on the phone, a plate from 768 px. */
export function TrackCard(props: TrackCardProps) {
  const { title, description, category, duration, imageUrl, children, heart } = props;
  const { to, playing = false, locked = false, eager = false, place, total } = props;
  const stage = stageOf(category);
  return (
    <li
      className={`track${playing ? ' playing' : ''}`}
      data-stage={stage}
      aria-posinset={place}
      aria-setsize={total}
    >
      {to === undefined ? (
        <div className="art">
          <Cover src={imageUrl} lazy={!eager} />
        </div>
      ) : (
        // The same link stands below in words: whoever hears or tabs meets it once.
        <Link className="art" to={to} tabIndex={-1} aria-hidden="true">
          <Cover src={imageUrl} lazy={!eager} />
        </Link>
      )}
      <div className="head">
        <h3 title={title}>{title}</h3>
        <p className="meta">
          <span className="num">{formatClock(duration)}</span>
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
    </li>
  );
}

/** The shape of the cards that are on their way. */
export function TrackCardSkeletons({ count = 6 }: { count?: number }) {
  return (
    <div className="tracks-room">
      <ul className="tracks" aria-hidden="true">
        {Array.from({ length: count }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move
          <li className="track" key={at}>
            <div className="art">
              <i className="skel cover" />
            </div>
            <div className="head sk-lines">
              <i className="skel" />
              <i className="skel" />
            </div>
            <div className="text sk-lines">
              <i className="skel" />
            </div>
            <div className="foot">
              <i />
              <i className="skel sk-disc" />
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
