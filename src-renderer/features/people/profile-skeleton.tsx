import { type ReactNode, useEffect, useState } from 'react';
import { LoadingText } from '#renderer/components/skeleton.tsx';

/** The number of rows of each card, by column. */
const COLUMNS = [
  [3, 2, 5],
  [2, 1, 5],
];

/** Longer than the usual loading time on a good connection. */
const LATE_MS = 1500;

/**
 * Skeleton of the profile: the header and two columns of cards. The children appear only after a
 * delay: shown earlier they would move as the cards load, and a press could hit a card.
 */
export function ProfileSkeleton({ children }: { children?: ReactNode }) {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LATE_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div aria-busy="true">
      <div className="profile-head">
        <i className="skeleton avatar big" />
        <div className="profile-name">
          <LoadingText>Loading...</LoadingText>
        </div>
      </div>
      <div className="profile-columns">
        {COLUMNS.map((cards) => (
          <div className="stack profile-stack" key={cards.join()}>
            {cards.map((lines) => (
              <CardSkeleton key={lines} lines={lines} />
            ))}
          </div>
        ))}
      </div>
      {isLate ? children : null}
    </div>
  );
}

function CardSkeleton({ lines }: { lines: number }) {
  return (
    <div className="card">
      <i className="skeleton skeleton-title" />
      {[...Array(lines).keys()].map((at) => (
        <span className="setting skeleton-lines" key={at}>
          <i className="skeleton" />
        </span>
      ))}
    </div>
  );
}
