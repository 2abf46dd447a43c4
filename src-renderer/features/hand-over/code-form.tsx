import { useEffect, useRef, useState } from 'react';
import {
  HAND_OVER,
  type HandOverGoal,
  parseHandOverCode,
} from '#contract/constants/hand-over-address.ts';
import { Button } from '#renderer/components/button.tsx';
import { TextField } from '#renderer/components/forms/field.tsx';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { isForScreen, redeemHandOver } from '#renderer/data/hand-over.ts';
import { focusFirstError } from '#renderer/lib/focus-first-error.ts';
import { readForm } from '#renderer/lib/form-values.ts';
import type { HandOverStep } from './outcomes.tsx';

const ERROR_ID = 'hand-over-refusal';

interface CodeFormProps {
  /** The device that the scanned code signs in; unknown for a typed code. */
  to: HandOverGoal | undefined;
  code: string;
  isSignedIn: boolean;
  /** Whether the sign-in state is known. */
  isReady: boolean;
  onCode: (code: string) => void;
  onStep: (step: HandOverStep) => void;
  onSignedIn: () => void;
}

const TEXTS = {
  phone: {
    title: 'Continue listening here',
    lede: 'This signs you in on your own phone, with the account that is signed in on the screen.',
    button: 'Sign in on this phone',
  },
  screen: {
    title: 'Sign the screen in',
    lede: 'You don’t have to type your password on it.',
    button: 'Continue',
  },
  typed: {
    title: 'Enter the code on the screen',
    lede: 'It expires in five minutes.',
    button: 'Continue',
  },
};

/** The code is used only when the button is pressed, not when the page opens. */
export function CodeForm(props: CodeFormProps) {
  const { to, code, isSignedIn, isReady, onCode, onStep, onSignedIn } = props;
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (problem && !isBusy && form.current) focusFirstError(form.current);
  }, [problem, isBusy]);
  const { title, lede, button } = TEXTS[to ?? 'typed'];

  const submitCode = async (parsed: string) => {
    if (isSignedIn) return onStep(to === 'phone' ? 'already-signed-in' : 'approve');
    if (to === 'screen') return onStep('sign-in-first');
    try {
      await redeemHandOver(parsed);
      onSignedIn();
    } catch (error) {
      if (isForScreen(error)) onStep('sign-in-first');
      else if (error instanceof Error) setProblem(error.message);
    }
  };
  const handleSubmit = async (event: React.FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const parsed = parseHandOverCode(readForm(event.currentTarget, ['code']).code);
    setProblem(parsed ? undefined : 'A code has six letters and numbers. Please check the screen.');
    if (!parsed) return;
    onCode(parsed);
    setBusy(true);
    await submitCode(parsed).finally(() => setBusy(false));
  };

  return (
    <>
      <div>
        <h1>{title}</h1>
        <p className="quiet">{lede}</p>
      </div>
      <form ref={form} className="stack" noValidate onSubmit={handleSubmit}>
        {problem ? (
          <Banner id={ERROR_ID} tone="bad">
            {problem}
          </Banner>
        ) : null}
        <TextField
          label="Code on the screen"
          className="code-field"
          hint={`${HAND_OVER.codeLength} letters and numbers.`}
          refusedBy={problem ? ERROR_ID : undefined}
          name="code"
          defaultValue={code}
          onChange={({ target }) => onCode(target.value.toUpperCase())}
          // Allows for spaces or hyphens in a typed or pasted code.
          maxLength={HAND_OVER.codeLength + 3}
          inputMode="text"
          autoCapitalize="characters"
          autoComplete="one-time-code"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
        />
        <Button type="submit" block disabled={!isReady} busy={isBusy && 'One moment'}>
          {button}
        </Button>
      </form>
    </>
  );
}
