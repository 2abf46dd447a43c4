import { useLocation } from 'react-router-dom';
import { Link } from '#renderer/components/link.tsx';
import { ButtonLink } from '../button.tsx';
import type { IllustrationName } from '../pictures/illustration.tsx';
import { EmptyState } from './empty-state.tsx';

interface SignInPromptProps {
  title: string;
  /** The reason to sign in. */
  text: string;
  illustration?: IllustrationName;
}

/** Replaces personal content for anonymous visitors. */
export function SignInPrompt({ title, text, illustration }: SignInPromptProps) {
  // Return to this page after sign-in.
  const { pathname, search } = useLocation();
  const returnState = { next: pathname + search };
  return (
    <EmptyState title={title} text={text} illustration={illustration}>
      <ButtonLink to="/login" state={returnState}>
        Sign in
      </ButtonLink>
      <Link className="link small" to="/signup" state={returnState}>
        Sign up
      </Link>
    </EmptyState>
  );
}
