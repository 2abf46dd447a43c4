import type { ReactNode } from 'react';

/** A longer description would move the controls off a phone's screen. */
const MAX_OPEN_LENGTH = 240;

interface PlayerTitleProps {
  title: string;
  description: string | null;
  /** Shown beside the title. */
  children?: ReactNode;
}

export function PlayerTitle({ title, description, children }: PlayerTitleProps) {
  return (
    <div className="player-title">
      <div>
        <h1 dir="auto">{title}</h1>
        {description ? <Description text={description} /> : null}
      </div>
      {children}
    </div>
  );
}

function Description({ text }: { text: string }) {
  const paragraph = <p dir="auto">{text}</p>;
  if (text.length <= MAX_OPEN_LENGTH) return paragraph;
  return (
    <details className="player-read">
      <summary>About</summary>
      {paragraph}
    </details>
  );
}
