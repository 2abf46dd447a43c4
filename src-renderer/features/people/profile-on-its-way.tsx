import { type ReactNode, useEffect, useState } from 'react';
import { LoadingWords } from '#renderer/components/skeleton.tsx';

/** How many lines each of the cards has, one column after the other. */
const COLUMNS = [
  [3, 2, 5],
  [4, 5],
];

/** As long as all of it takes on a good line. */
const LATE_MS = 1500;

/**
 * The shape of her profile: who she is, and two columns of cards. What waits for nothing is there when it takes long, and
 * not before: it would move as the cards come, and a press would meet one of them.
 */
export function ProfileOnItsWay({ children }: { children?: ReactNode }) {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LATE_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div aria-busy="true">
      <div className="me">
        <i className="skel avatar big" />
        <div className="me-name">
          <LoadingWords>Loading...</LoadingWords>
        </div>
      </div>
      <div className="p-cols">
        {COLUMNS.map((cards) => (
          <div className="stack p-stack" key={cards.join()}>
            {cards.map((lines) => (
              <CardOnItsWay key={lines} lines={lines} />
            ))}
          </div>
        ))}
      </div>
      {isLate ? children : null}
    </div>
  );
}

function CardOnItsWay({ lines }: { lines: number }) {
  return (
    <div className="card">
      <i className="skel sk-title" />
      {Array.from({ length: lines }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move
        <span className="setting sk-lines" key={at}>
          <i className="skel" />
        </span>
      ))}
    </div>
  );
}
