import { Link } from '#renderer/lib/router.tsx';
import { useWayBack } from '#renderer/lib/use-way-back.ts';
import { ButtonLink } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import type { LandName } from './land.tsx';

interface SignInPromptProps {
  title: string;
  /** What signing in would give her here. */
  text: string;
  land?: LandName;
}

/** Stands in the place of what belongs to a person while nobody is signed in. */
export function SignInPrompt({ title, text, land }: SignInPromptProps) {
  const wayBack = useWayBack();
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
