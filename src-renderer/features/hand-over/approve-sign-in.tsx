import { useState } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { approveSignIn, isForPhone } from '#renderer/data/hand-over.ts';
import type { HandOverStep } from './outcomes.tsx';

interface ApproveSignInProps {
  code: string;
  email: string | undefined;
  onStep: (step: HandOverStep) => void;
  onBack: () => void;
}

/** Asks for confirmation, because the code may come from an attacker who wants the user's session. */
export function ApproveSignIn({ code, email, onStep, onBack }: ApproveSignInProps) {
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const handleYes = async () => {
    setBusy(true);
    try {
      await approveSignIn(code);
      onStep('screen-signed-in');
    } catch (error) {
      if (isForPhone(error)) onStep('already-signed-in');
      else if (error instanceof Error) setProblem(error.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <div>
        <h1>Sign in on the screen in the birth centre?</h1>
        <p className="quiet">
          It then shows your favorites and your own tracks{email ? `, as ${email}` : ''}, until you
          press ‘End my session’ on it. Say yes only while you stand in front of it.
        </p>
      </div>
      {problem ? <Banner tone="bad">{problem}</Banner> : null}
      <div className="stack">
        <Button block busy={isBusy && 'One moment'} onClick={handleYes}>
          Yes, sign the screen in
        </Button>
        <Button look="soft" block onClick={onBack}>
          {problem ? 'Another code' : 'No'}
        </Button>
      </div>
    </>
  );
}
