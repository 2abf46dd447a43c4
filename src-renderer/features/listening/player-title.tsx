import type { ReactNode } from 'react';

interface PlayerTitleProps {
  title: string;
  description: string | null;
  /** What stands beside it. */
  children?: ReactNode;
}

export function PlayerTitle({ title, description, children }: PlayerTitleProps) {
  return (
    <div className="p-title">
      <div>
        <h1>{title}</h1>
        {description ? <p>{description}</p> : null}
      </div>
      {children}
    </div>
  );
}
