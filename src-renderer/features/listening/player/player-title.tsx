import type { ReactNode } from 'react';

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
        {description ? <p dir="auto">{description}</p> : null}
      </div>
      {children}
    </div>
  );
}
