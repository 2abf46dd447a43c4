import type { ReactNode } from 'react';
import './empty-state.css';
import { Land, type LandName } from './land.tsx';

interface EmptyStateProps {
  title: string;
  text?: ReactNode;
  /** What lies below the words. */
  land?: LandName | undefined;
  /** The state is the whole page, so its title is the page's. */
  isPage?: boolean;
  children?: ReactNode;
}

/** What is so, what happens next, at most two ways on as children, and below them a land to the edge of the page. */
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
