import { Component, type ReactNode } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { EmptyState } from '#renderer/components/empty-state.tsx';

interface State {
  hasFailed: boolean;
}

/** A calm page instead of a broken one; what went wrong is in the console, never on the glass. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { hasFailed: false };

  static getDerivedStateFromError(): State {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <main id="main" tabIndex={-1} className="wrap lone">
        <EmptyState
          isPage
          light="hidden"
          title="This page did not open"
          text="Nothing you kept is lost. Often it helps to try once more."
        >
          <Button onClick={() => this.setState({ hasFailed: false })}>Try again</Button>
          {/* A full load, because the fault may be in what is already loaded. */}
          <a className="link small" href="/">
            Go to the first page
          </a>
        </EmptyState>
      </main>
    );
  }
}
