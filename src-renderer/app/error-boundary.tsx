import { Component, type ReactNode } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { EmptyState } from '#renderer/components/empty-state.tsx';
import { PartMissingError } from '#renderer/components/lazy-part.tsx';
import { reloadForNewRelease } from './reload.ts';

interface State {
  error: unknown;
}

/** A calm page instead of a broken one; what went wrong is in the console, never on the glass. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  private nextTry: ReturnType<typeof setTimeout> | undefined;

  override componentDidCatch(error: unknown): void {
    if (error instanceof PartMissingError) this.waitFor(error);
  }

  override componentDidMount(): void {
    window.addEventListener('online', this.fetchMissing);
  }

  override componentWillUnmount(): void {
    clearTimeout(this.nextTry);
    window.removeEventListener('online', this.fetchMissing);
  }

  override render(): ReactNode {
    if (this.state.error === undefined) return this.props.children;
    return (
      <main id="main" tabIndex={-1} className="lone">
        <EmptyState
          isPage
          land="dusk"
          title="This page did not open"
          text="Nothing you kept is lost. Often it helps to try once more."
        >
          <Button onClick={() => this.tryAgain()}>Try again</Button>
          {/* A full load, because the fault may be in what is already loaded. */}
          <a className="link small" href="/">
            Go to the first page
          </a>
        </EmptyState>
      </main>
    );
  }

  private tryAgain(): void {
    if (this.state.error instanceof PartMissingError) this.fetchMissing();
    else this.setState({ error: undefined });
  }

  private waitFor(missing: PartMissingError): void {
    clearTimeout(this.nextTry);
    this.nextTry = setTimeout(this.fetchMissing, missing.pauseMs);
  }

  private fetchMissing = async (): Promise<void> => {
    const { error } = this.state;
    if (!(error instanceof PartMissingError)) return;
    try {
      await error.retry();
      this.setState({ error: undefined });
    } catch (again) {
      if (!(again instanceof PartMissingError)) throw again;
      if (this.state.error !== error) return;
      this.waitFor(again);
      // Twice not there while the server is: it is not coming any more, or the browser remembers that it failed.
      await reloadForNewRelease();
    }
  };
}
