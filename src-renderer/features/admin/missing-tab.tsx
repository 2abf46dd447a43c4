import { Button } from '#renderer/components/button.tsx';
import { EmptyState } from '#renderer/components/messages/empty-state.tsx';

/** Replaces a tab whose chunk failed to load. */
export function MissingTab({ onRetry }: { onRetry: () => void }) {
  return (
    <EmptyState
      isPage
      illustration="dusk"
      title="Something went wrong"
      text="Nothing you saved is lost. Please try again."
    >
      <Button onClick={onRetry}>Try again</Button>
    </EmptyState>
  );
}
