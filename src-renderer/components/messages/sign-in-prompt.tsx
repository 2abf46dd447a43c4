import { useLocation } from 'react-router-dom';
import { Link } from '#renderer/components/link.tsx';
import { ButtonLink } from '../button.tsx';
import type { LandName } from '../pictures/land.tsx';
import { EmptyState } from './empty-state.tsx';

interface SignInPromptProps {
  title: string;
  /** The reason to sign in. */
  text: string;
  land?: LandName;
}

/** Replaces personal content for anonymous visitors. */
export function SignInPrompt({ title, text, land }: SignInPromptProps) {
  // Return to this page after sign-in.
  const { pathname, search } = useLocation();
  const returnState = { next: pathname + search };
  return (
    <EmptyState title={title} text={text} land={land}>
      <ButtonLink to="/login" state={returnState}>
        Sign in
      </ButtonLink>
      <Link className="link small" to="/signup" state={returnState}>
        Sign up
      </Link>
    </EmptyState>
  );
}
