import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { parseHandOverHash } from '#contract/constants/hand-over-address.ts';
import { SceneForm } from '#renderer/components/scene-form.tsx';
import { useUser } from '#renderer/lib/session.ts';
import { ApproveSignIn } from './approve-sign-in.tsx';
import { CodeForm } from './code-form.tsx';
import { AlreadySignedIn, type HandOverStep, ScreenSignedIn, SignInFirst } from './outcomes.tsx';
import './hand-over.css';

/** The page on the user's phone that takes the kiosk's code, scanned or typed. */
export function HandOverPage() {
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const [scanned, setScanned] = useState(hash);
  // Another code may be scanned while the page is open.
  if (hash && hash !== scanned) setScanned(hash);

  // Removes the code from the history, because others may use the phone.
  useEffect(() => {
    if (hash) navigate(pathname, { replace: true });
  }, [hash, pathname, navigate]);

  return (
    <SceneForm backTo="/home" className="hand-over">
      <HandOverSteps key={scanned} given={parseHandOverHash(scanned)} />
    </SceneForm>
  );
}

function HandOverSteps({ given }: { given: ReturnType<typeof parseHandOverHash> }) {
  const navigate = useNavigate();
  const user = useUser();
  const [code, setCode] = useState(given?.code ?? '');
  const [step, setStep] = useState<HandOverStep>('code');
  const next = given?.next ?? '/home';

  const isSignedIn = Boolean(user);
  const steps: Record<HandOverStep, React.ReactNode> = {
    code: (
      <CodeForm
        to={given?.to}
        code={code}
        isSignedIn={isSignedIn}
        isReady={user !== undefined}
        onCode={setCode}
        onStep={setStep}
        onSignedIn={() => navigate(next, { replace: true })}
      />
    ),
    'sign-in-first': <SignInFirst code={code} next={next} />,
    approve: (
      <ApproveSignIn
        code={code}
        email={user?.email}
        onStep={setStep}
        onBack={() => setStep('code')}
      />
    ),
    'already-signed-in': <AlreadySignedIn next={next} />,
    'screen-signed-in': <ScreenSignedIn />,
  };
  return steps[step];
}
