import { ButtonLink } from '#renderer/components/button.tsx';
import { EmptyState } from '#renderer/components/messages/empty-state.tsx';

export function NotFoundPage() {
  return (
    <main id="main" tabIndex={-1} className="lone">
      <EmptyState
        isPage
        illustration="lost"
        title="We can’t find that page"
        text="The link may be old or mistyped."
      >
        <ButtonLink to="/home">Go to the meditations</ButtonLink>
        <ButtonLink to="/" look="soft">
          Go to the home page
        </ButtonLink>
      </EmptyState>
    </main>
  );
}
