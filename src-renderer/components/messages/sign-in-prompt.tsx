import { useLocation } from 'react-router-dom';
import { Link } from '#renderer/components/link.tsx';
import { ButtonLink } from '../button.tsx';
import type { LandName } from '../pictures/land.tsx';
import { EmptyState } from './empty-state.tsx';

interface SignInPromptProps {
  title: string;
  /** Why to sign in here. */
  text: string;
  land?: LandName;
}

/** Replaces personal content for anonymous visitors. */
export function SignInPrompt({ title, text, land }: SignInPromptProps) {
  // Return to this page after sign-in.
  const { pathname, search } = useLocation();
  const wayBack = { next: pathname + search };
  return (
    <EmptyState title={title} text={text} land={land}>
      <ButtonLink to="/login" state={wayBack}>
        Sign in
      </ButtonLink>
      <Link className="link small" to="/signup" state={wayBack}>
        Sign up
      </Link>
    </EmptyState>
  );
}
