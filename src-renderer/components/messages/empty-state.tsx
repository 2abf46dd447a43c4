import type { ReactNode } from 'react';
import './empty-state.css';
import { Button } from '../button.tsx';
import { Illustration, type IllustrationName } from '../pictures/illustration.tsx';

interface EmptyStateProps {
  title: string;
  text?: ReactNode;
  /** Illustration below the text. */
  illustration?: IllustrationName | undefined;
  /** The empty state is the whole page, so its title is the page's h1. */
  isPage?: boolean;
  /** For content that could not be loaded. */
  onRetry?: () => void;
  children?: ReactNode;
}

/** Says what is empty and what to do next. Takes at most two actions as children. */
export function EmptyState({
  title,
  text,
  onRetry,
  illustration = onRetry ? 'dusk' : 'path',
  isPage,
  children,
}: EmptyStateProps) {
  const Title = isPage ? 'h1' : 'h2';
  return (
    <div className="empty">
      <Title className="empty-title">{title}</Title>
      {text ? <p>{text}</p> : null}
      {onRetry ? <Button onClick={onRetry}>Try again</Button> : null}
      {children}
      <Illustration of={illustration} />
    </div>
  );
}
