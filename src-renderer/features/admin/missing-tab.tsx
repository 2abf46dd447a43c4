import { EmptyState } from '#renderer/components/messages/empty-state.tsx';

/** Replaces a tab whose chunk failed to load. */
export function MissingTab({ onRetry }: { onRetry: () => void }) {
  return (
    <EmptyState
      isPage
      title="Something went wrong"
      text="Nothing you saved is lost. Please try again."
      onRetry={onRetry}
    />
  );
}
