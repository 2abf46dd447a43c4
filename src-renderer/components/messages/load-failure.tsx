import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from '../button.tsx';

interface LoadFailureProps {
  query: Pick<UseQueryResult, 'isLoadingError' | 'refetch'>;
  text: string;
}

/** Replaces a part of a page that could not be loaded. Renders nothing if loading did not fail. */
export function LoadFailure({ query: { isLoadingError, refetch }, text }: LoadFailureProps) {
  if (!isLoadingError) return null;
  return (
    <div className="stack">
      <p className="quiet">{text}</p>
      <Button look="line" onClick={() => void refetch()}>
        Try again
      </Button>
    </div>
  );
}
