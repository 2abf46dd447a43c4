import type { ReactNode } from 'react';
import './empty-state.css';
import { Land, type LandName } from '../pictures/land.tsx';

interface EmptyStateProps {
  title: string;
  text?: ReactNode;
  /** Illustration below the text. */
  land?: LandName | undefined;
  /** The empty state is the whole page, so its title is the page's h1. */
  isPage?: boolean;
  children?: ReactNode;
}

/** Says what is empty and what to do next. Takes at most two actions as children. */
export function EmptyState({ title, text, land = 'path', isPage, children }: EmptyStateProps) {
  const Title = isPage ? 'h1' : 'h2';
  return (
    <div className="empty">
      <Title className="empty-title">{title}</Title>
      {text ? <p>{text}</p> : null}
      {children}
      <Land of={land} />
    </div>
  );
}
