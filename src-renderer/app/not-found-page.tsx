import { ButtonLink } from '#renderer/components/button.tsx';
import { EmptyState } from '#renderer/components/empty-state.tsx';

export function NotFoundPage() {
  return (
    <main id="main" tabIndex={-1} className="lone">
      <EmptyState
        isPage
        land="lost"
        title="This page is not here"
        text="The address may have changed, or a letter got lost on the way. Everything else is where it was."
      >
        <ButtonLink to="/home">Go to the meditations</ButtonLink>
        <ButtonLink to="/" look="soft">
          Go to the first page
        </ButtonLink>
      </EmptyState>
    </main>
  );
}
