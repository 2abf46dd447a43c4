import { EmptyState } from './empty-state.tsx';

/** Error page; the details are in the console, never in the page. */
export function BrokenPage({ onRetry }: { onRetry: () => void }) {
  return (
    <main id="main" tabIndex={-1} className="lone">
      <EmptyState
        isPage
        title="Something went wrong"
        text="Nothing you saved is lost. Please try again."
        onRetry={onRetry}
      >
        {/* A full page load, because the error may be in code that is already loaded. */}
        <a className="link small" href="/">
          Go to the home page
        </a>
      </EmptyState>
    </main>
  );
}
